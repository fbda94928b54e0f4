/* sql_rating.c: final results and ratings, in SQL. */
#include "storage/row.h"
#include "storage/sql_int.h"

#include <inttypes.h>

shoogi_status shg_sql_game_finalise(shg_storage *s, int64_t game, int64_t at_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_game_summary(q, game, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_publish(q, "changed %" PRId64, game);
    const shoogi_status fits =
        shg_row_settles(game, q->cells[1].text, q->cells[2].number != 0, err);
    return fits == SHOOGI_OK
               ? shg_sql_change(NULL, q, GAME_SETTLE, VALUES(number(game), number(at_ms)), err)
               : fits;
}

shoogi_status shg_sql_rating_add(shg_storage *s, const shg_rating_row *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_rating(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(
        q, RATING_ADD,
        VALUES(number(row->game), number(row->player), text(row->variant), text(row->speed),
               number(row->was_rating_e3), number(row->was_deviation_e3), number(row->rating_e3),
               number(row->deviation_e3), number(row->volatility_e9), number(row->at_ms),
               number(row->games)));
    if (outcome == SQL_TAKEN)
        return shg_row_rated_twice(err, row);
    if (outcome == SQL_MISSING)
        return shg_row_no_rated(err);
    return outcome == SQL_DONE ? SHOOGI_OK : shg_sql_fail(err, q);
}

static shg_rating_row rating_of(const struct cell *c)
{
    return (shg_rating_row){
        .number = c[0].number,
        .game = c[1].number,
        .player = c[2].number,
        .variant = c[3].text,
        .speed = c[4].text,
        .was_rating_e3 = c[5].number,
        .was_deviation_e3 = c[6].number,
        .rating_e3 = c[7].number,
        .deviation_e3 = c[8].number,
        .volatility_e9 = c[9].number,
        .at_ms = c[10].number,
        .games = c[11].number,
    };
}

shoogi_status shg_sql_rating_get(shg_storage *s, shg_rating_row *row, int64_t player,
                                 const char *variant, const char *speed, int64_t until_ms,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(
        q, RATING_GET, VALUES(number(player), text(variant), text(speed), number(until_ms)));
    if (outcome == SQL_DONE)
        return shg_row_no_rating(err, variant, speed);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    *row = rating_of(q->cells);
    return SHOOGI_OK;
}

struct rating_reader {
    shg_rating_fn *each;
    void *context;
};

static bool each_rating(const struct cell *cells, void *context)
{
    const struct rating_reader *reader = context;
    const shg_rating_row row = rating_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_rating_best(shg_storage *s, const char *variant, const char *speed,
                                  int64_t deviation_e3, int64_t rows_max, shg_rating_fn *each,
                                  void *context, shoogi_error *err)
{
    struct rating_reader reader = { each, context };
    const struct value values[] = { text(variant), text(speed), number(deviation_e3),
                                    number(rows_max) };
    return shg_sql_list(sql_of(s), RATING_BEST, values, 4, each_rating, &reader, err);
}

shoogi_status shg_sql_rating_list(shg_storage *s, const shg_rating_filter *filter,
                                  shg_rating_fn *each, void *context, shoogi_error *err)
{
    struct rating_reader reader = { each, context };
    const struct value values[] = { number(filter->after), number(filter->player) };
    return shg_sql_list(sql_of(s), filter->player ? RATING_LIST_PLAYER : RATING_LIST, values,
                        filter->player ? 2 : 1, each_rating, &reader, err);
}
