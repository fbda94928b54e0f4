/* moves_of.c: shoogi moves-of: draws the moves of a piece. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/move_map.h"
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_LEAST = 2, SIDE_LEAST = 2 * FAR_LEAST + 1 };
enum { CELL_BYTES = 128, ARENA_BYTES_MAX = 64 * 1024 * 1024 };

/* ---- Signs --------------------------------------------------------------------------------------- */

static const struct {
    char sign; /* of slides and legs it depends on the direction or count */
    const char *words;
} shapes[] = {
    [CLI_STEP] = { 'o', "one step" },
    [CLI_LEAP] = { '*', "a jump, over anything in between" },
    [CLI_SLIDE] = { '|', "any number of steps this way" },
    [CLI_RIDE] = { '+', "any number of jumps this way" },
    [CLI_CROOKED] = { 'z', "along a crooked line" },
    [CLI_CIRCULAR] = { 'q', "round a curve" },
    [CLI_HOP] = { '^', "over a piece in between" },
    [CLI_LEGS] = { '2', "so many steps, jumps or legs" },
};
_Static_assert(sizeof shapes / sizeof shapes[0] == CLI_SHAPES, "a sign for every shape");

/* The letters after the sign; none for a plain move that captures, too. */
static const struct letters {
    uint32_t mode;
    bool is_need;
    const char *letters, *words;
} letters[] = {
    { SHG_MODE_MOVE, false, "m", "moves there if the square is empty" },
    { SHG_MODE_CAPTURE, false, "c", "captures an enemy piece there" },
    { SHG_MODE_DESTROY, false, "d", "captures a friendly piece there" },
    { SHG_MODE_ROYAL, false, "k", "captures a royal piece there" },
    { SHG_MODE_PASSANT, false, "e", "captures the piece that just passed over the square" },
    { SHG_MODE_RELAY, false, "x", "moves like the friendly piece there" },
    { SHG_MODE_UNLOAD, false, "u", "puts the captured piece on the square it left" },
    { SHG_MODE_TAME, true, "t", "cannot capture a royal piece" },
    { SHG_MODE_INITIAL, true, "i", "if it has not moved yet" },
    { SHG_MODE_SECOND, true, "ii", "if it is one rank in front of its start" },
    { SHG_MODE_FAR, true, "iii", "if it is on the last rank" },
    { SHG_MODE_LAME, true, "n", "if what lies in between is empty" },
    { CLI_NEEDS_HALF, true, "h", "no farther than the last rank before the middle" },
};
enum { LETTERS = sizeof letters / sizeof letters[0] };

/* The letters after the moves to a square, or alone. */
static const struct {
    char sign;
    const char *words;
} passing[] = {
    { '!', "captures here and moves on" },
    { '&', "hops over a piece here" },
    { ':', "moves on from here if the square is empty" },
};
enum { TAKEN, HOPPED, PASSED, PASSING };
_Static_assert(sizeof passing / sizeof passing[0] == PASSING, "a sign for each");

/* The signs used in a drawing, which the legend explains. */
typedef struct legend {
    bool shape[CLI_SHAPES], letters[LETTERS], passing[PASSING];
    bool plain, lettered; /* moves without and with letters */
    bool slide[4];        /* | / - \ */
    bool legs[SHG_RANGE_MAX + 1];
} legend;

static const char slide_signs[] = "|/-\\";

static unsigned slide_index(const cli_move_way *way)
{
    if (way->right == 0)
        return 0;
    if (way->forward == 0)
        return 2;
    return way->right == way->forward ? 1 : 3;
}

static void write_way(shg_out *cell, const cli_move_way *way, legend *used)
{
    used->shape[way->shape] = true;
    if (way->shape == CLI_SLIDE) {
        used->slide[slide_index(way)] = true;
        shg_out_char(cell, slide_signs[slide_index(way)]);
    } else if (way->shape == CLI_LEGS) {
        used->legs[way->legs] = true;
        shg_out_format(cell, "%u", way->legs);
    } else {
        shg_out_char(cell, shapes[way->shape].sign);
    }
    const bool plain = way->does == (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
    used->plain = used->plain || plain;
    used->lettered = used->lettered || !plain;
    for (size_t i = 0; i < LETTERS; i++) {
        const uint32_t has = letters[i].is_need ? way->needs : plain ? 0 : way->does;
        if (!(has & letters[i].mode))
            continue;
        used->letters[i] = true;
        shg_out_text(cell, letters[i].letters);
    }
}

static void write_passing(shg_out *cell, bool is, unsigned which, legend *used)
{
    if (!is)
        return;
    used->passing[which] = true;
    shg_out_char(cell, passing[which].sign);
}

/* Writes a square: the moves to it, and what else can happen there.  Marks the beginning of a leg only
 * where no move can end, since on the squares of a slide it is obvious. */
static void write_cell(char out[CELL_BYTES], const cli_move_map *map, int rank, int file,
                       legend *used)
{
    const cli_map_square *const r = &map->at[rank][file];
    const bool is_piece = rank == CLI_MOVE_MAP_RADIUS && file == CLI_MOVE_MAP_RADIUS;
    shg_out cell = shg_out_make(out, CELL_BYTES);
    if (is_piece)
        shg_out_char(&cell, '@');
    for (unsigned i = 0; i < r->way_count; i++)
        write_way(&cell, &r->ways[i], used);
    write_passing(&cell, r->capturable, TAKEN, used);
    write_passing(&cell, r->hopped && r->way_count == 0, HOPPED, used);
    write_passing(&cell, r->passed && r->way_count == 0 && !is_piece, PASSED, used);
    if (cell.length == 0)
        shg_out_char(&cell, '.');
}

static int width_of(const cli_move_map *map, int from, int to)
{
    legend ignored = { 0 };
    size_t width = 1;
    for (int rank = from; rank < to; rank++)
        for (int file = from; file < to; file++) {
            char cell[CELL_BYTES];
            write_cell(cell, map, rank, file, &ignored);
            width = strlen(cell) > width ? strlen(cell) : width;
        }
    return (int)width;
}

static void draw_board(const cli_move_map *map, int far, legend *used)
{
    const int from = CLI_MOVE_MAP_RADIUS - far, to = CLI_MOVE_MAP_RADIUS + far + 1;
    const int width = width_of(map, from, to);
    for (int rank = from; rank < to; rank++)
        for (int file = from; file < to; file++) {
            char cell[CELL_BYTES];
            write_cell(cell, map, rank, file, used);
            if (file + 1 < to)
                printf("%-*s ", width, cell);
            else
                puts(cell);
        }
}

/* ---- The legend ---------------------------------------------------------------------------------- */

enum { SIGNS_BYTES = 64 };

/* Writes all used signs of a shape. */
static void write_signs(char out[SIGNS_BYTES], cli_move_shape shape, const legend *used)
{
    shg_out signs = shg_out_make(out, SIGNS_BYTES);
    if (shape == CLI_SLIDE) {
        for (unsigned i = 0; i < sizeof slide_signs - 1; i++)
            if (used->slide[i])
                shg_out_format(&signs, "%s%c", signs.length > 0 ? " " : "", slide_signs[i]);
    } else if (shape == CLI_LEGS) {
        for (unsigned i = 0; i <= SHG_RANGE_MAX; i++)
            if (used->legs[i])
                shg_out_format(&signs, "%s%u", signs.length > 0 ? " " : "", i);
    } else {
        shg_out_char(&signs, shapes[shape].sign);
    }
}

static void print_legend(const legend *used)
{
    char signs[SIGNS_BYTES];
    size_t width = 2; /* of "ii" */
    for (cli_move_shape shape = 0; shape < CLI_SHAPES; shape++) {
        if (!used->shape[shape])
            continue;
        write_signs(signs, shape, used);
        width = strlen(signs) > width ? strlen(signs) : width;
    }
    const int columns = (int)width;
    printf("%-*s  the piece, which moves up the board\n", columns, "@");
    for (cli_move_shape shape = 0; shape < CLI_SHAPES; shape++) {
        if (!used->shape[shape])
            continue;
        write_signs(signs, shape, used);
        printf("%-*s  %s\n", columns, signs, shapes[shape].words);
    }
    for (size_t i = 0; i < LETTERS; i++)
        if (used->letters[i])
            printf("%-*s  %s\n", columns, letters[i].letters, letters[i].words);
    if (used->lettered && used->plain)
        printf("%-*s  where no letter says more: moves or captures there\n", columns, "");
    for (unsigned i = 0; i < PASSING; i++)
        if (used->passing[i])
            printf("%c%*s  %s\n", passing[i].sign, columns - 1, "", passing[i].words);
}

static void print_drops(const shg_betza *betza)
{
    if (!betza->has_drop)
        return;
    printf("It can be dropped on the %u rank%s nearest to its own side", betza->drop_depth,
           betza->drop_depth == 1 ? "" : "s");
    if (betza->drop_not_back_rank)
        printf(", but not on the first");
    if (betza->drop_per_file > 0)
        printf(", at most %u to a file", betza->drop_per_file);
    if (betza->drop_per_shade)
        printf(", at most one on squares of a colour");
    if (betza->drop_one)
        printf(", at most one on the board");
    puts(".");
}

/* Prints notes on moves that a drawing cannot show. */
static void print_notes(const shg_betza *betza)
{
    bool joined = false;
    for (size_t i = 0; i < betza->chain_count; i++)
        for (size_t k = 0; k < betza->chains[i].leg_count; k++) {
            const uint32_t modes = betza->chains[i].legs[k].modes;
            joined = joined || (modes & (SHG_MODE_CYLINDER | SHG_MODE_TORUS));
        }
    if (betza->universal & SHG_MODE_MOVE)
        puts("It may move to any empty square of the board.");
    if (betza->universal & SHG_MODE_CAPTURE)
        puts("It may capture on any square of the board.");
    uint32_t anywhere = 0;
    for (size_t i = 0; i < betza->chain_count; i++)
        if (betza->chains[i].legs[0].modes & SHG_MODE_ANYWHERE)
            anywhere |= betza->chains[i].legs[0].modes;
    for (size_t i = 0; i < LETTERS; i++)
        if (!letters[i].is_need && (anywhere & letters[i].mode))
            printf("On any square of the board it %s.\n", letters[i].words);
    if (anywhere & SHG_MODE_TAME)
        puts("On any square of the board it cannot capture a royal piece.");
    if (betza->imitates)
        puts("It also moves like the piece that moved last.");
    if (joined)
        puts("Some of its moves wrap around the edges of the board.");
    print_drops(betza);
}

/* ---- The command --------------------------------------------------------------------------------- */

/* Finds the radius of the drawing: the farthest square with a move, where unlimited moves have two steps,
 * or enough to show a bent line. */
static shoogi_status find_radius(int *far, const shg_betza *betza)
{
    enum { STRAIGHT = 2, CROOKED = 4 };
    bool crooked = false;
    for (size_t i = 0; i < betza->chain_count; i++)
        crooked = crooked || (betza->chains[i].legs[0].modes & SHG_MODE_CROOKED);
    cli_move_map map;
    const shoogi_status status = cli_move_map_fill(&map, betza, crooked ? CROOKED : STRAIGHT);
    *far = FAR_LEAST;
    for (int rank = 0; rank < CLI_MOVE_MAP_SIDE && status == SHOOGI_OK; rank++)
        for (int file = 0; file < CLI_MOVE_MAP_SIDE; file++) {
            const cli_map_square *const r = &map.at[rank][file];
            if (r->way_count == 0 && !r->capturable && !r->hopped && !r->passed)
                continue;
            const int across = abs(file - CLI_MOVE_MAP_RADIUS),
                      along = abs(rank - CLI_MOVE_MAP_RADIUS);
            const int away = across > along ? across : along;
            *far = away > *far ? away : *far;
        }
    return status;
}

static int draw(const shg_betza *betza, unsigned side)
{
    int far = (int)side / 2;
    cli_move_map map;
    legend used = { 0 };
    shoogi_status status = side > 0 ? SHOOGI_OK : find_radius(&far, betza);
    if (status == SHOOGI_OK)
        status = cli_move_map_fill(&map, betza, CLI_MOVE_MAP_RADIUS);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    draw_board(&map, far, &used);
    putchar('\n');
    print_legend(&used);
    print_notes(betza);
    return cli_written(CLI_GOOD);
}

/* Prints an error, the moves up to a point after it, and a caret below its place.  A non-ASCII character counts as one
 * column. */
static void show_fault(const char *moves, const shoogi_error *error)
{
    enum { SHOWN = 76, BEFORE = 60 };
    (void)cli_fault("input", error);
    if (error->column == 0)
        return;
    const size_t place = error->column - 1, from = place > BEFORE ? place - BEFORE : 0;
    const size_t bytes = strlen(moves);
    char line[SHOWN + 1];
    shg_out out = shg_out_make(line, sizeof line);
    for (size_t at = 0, character = 0; at < bytes && character < from + SHOWN; character++) {
        uint32_t code_point;
        at += shg_utf8_read(&code_point, moves + at, bytes - at);
        if (character >= from)
            shg_out_char(&out, code_point >= ' ' && code_point <= '~' ? (char)code_point : '?');
    }
    fprintf(stderr, "%s\n%*s^\n", line, (int)(place - from), "");
}

static int read_and_draw(const char *moves, unsigned side)
{
    shg_arena arena;
    shg_faults faults;
    shg_betza betza;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    size_t error_count = 0;
    if (strlen(moves) > SHOOGI_DEFINITION_BYTES_MAX)
        return cli_failed(SHOOGI_LIMIT_EXCEEDED);
    shg_arena_init(&arena, ARENA_BYTES_MAX);
    shg_faults_init(&faults, (shg_source){ .bytes = moves, .count = strlen(moves) });
    const shoogi_status status = shg_betza_read(&betza, &arena, moves, strlen(moves), &faults);
    if (status != SHOOGI_NO_MEMORY)
        (void)shg_faults_report(&faults, errors, sizeof errors / sizeof errors[0], &error_count);
    for (size_t i = 0; i < error_count; i++)
        show_fault(moves, &errors[i]);
    int end = CLI_BAD;
    if (status == SHOOGI_OK)
        end = draw(&betza, side);
    else if (error_count == 0)
        end = cli_failed(status);
    shg_arena_fini(&arena);
    return end;
}

int cli_moves_of(int argc, char **argv)
{
    const char *size = NULL;
    const cli_option options[] = {
        { .name = "size", .value = "N", .help = "squares on a side, odd, 5 to 15", .text = &size },
    };
    const cli_arguments arguments = {
        .help = "Draws the moves of a piece, written in XBetza such as FfW, on a board just large "
                "enough.\nReports an error in them with its place.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "MOVES",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    unsigned side = 0;
    if (size && !cli_number(&side, argv[0], "a size", size, SIDE_LEAST, CLI_MOVE_MAP_SIDE))
        return CLI_BAD;
    if (size && side % 2 == 0)
        return cli_expected(argv[0], size, "an odd size");
    return read_and_draw(argv[1], side);
}
