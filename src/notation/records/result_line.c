/* result_line.c: the termination and the winner that words in a Japanese record give: "時間切れにより先手の勝ち".
 * Source: docs/record-format.md, "KIF". */
#include "notation/records/end_word.h"
#include "notation/records/kifu.h"
#include "notation/words/kanji.h"

#include <string.h>

/* --- words --------------------------------------------------------------------------------------- */

enum word_class {
    CLASS_BLACK = 1,
    CLASS_WHITE = 1 << 1,
    CLASS_WON = 1 << 2,
    CLASS_LOST = 1 << 3,
    CLASS_LOSES = 1 << 4,
    CLASS_WINS = 1 << 5,
    CLASS_FOUL = 1 << 6,
    CLASS_STATE = 1 << 7,
    CLASS_FILLER = 1 << 8,
    CLASS_BECAUSE = 1 << 9,
    CLASS_LOSES_WON = CLASS_LOSES | CLASS_WON,
    CLASS_LOSES_LOST = CLASS_LOSES | CLASS_LOST,
    CLASS_TRIES = CLASS_WINS | CLASS_FOUL,
    /* of several */
    CLASS_SIDE = CLASS_BLACK | CLASS_WHITE,
    CLASS_VERDICT = CLASS_WON | CLASS_LOST,
    CLASS_CAUSE = CLASS_LOSES | CLASS_WINS | CLASS_FOUL | CLASS_STATE,
};

typedef struct word {
    const char *text;
    size_t bytes;
    unsigned class;
    shoogi_termination end;
} word;

static const word words[] = {
#define RESULT_WORD(text, class, end)                                                              \
    { text, sizeof text - 1, CLASS_##class, SHOOGI_TERMINATION_##end },
#include "notation/records/result_word.def"
#undef RESULT_WORD
};
enum { WORDS = sizeof words / sizeof words[0] };

/* A player's name, which stands for a side. */
typedef struct side_name {
    const char *text;
    size_t bytes;
    shoogi_colour side;
    bool both; /* of both players, and so of no use */
} side_name;

enum {
    NAMES_MAX = 12, /* the whole name, its first word and that without a title, of 4 headers */
    NAME_BYTES_MAX = 96,
    SENTENCE_BYTES_MAX = 1024 /* longer ones are unknown words */
};

typedef struct sentence {
    const char *text;
    size_t bytes, at;
    side_name names[NAMES_MAX];
    size_t name_count;
} sentence;

static size_t blank_at(const char *text, size_t bytes)
{
    static const char wide[] = "　";
    if (bytes > 0 && (text[0] == ' ' || text[0] == '\t'))
        return 1;
    return bytes >= sizeof wide - 1 && memcmp(text, wide, sizeof wide - 1) == 0 ? sizeof wide - 1
                                                                                : 0;
}

static bool is_alphanumeric(char c)
{
    return shg_is_letter(c) || shg_is_digit(c);
}

static bool is_kanji(const char *text, size_t bytes)
{
    uint32_t c = 0;
    return bytes > 0 && shg_utf8_read(&c, text, bytes) > 1 && c >= 0x4E00 && c <= 0x9FFF;
}

/* The longest word of the table there; NULL: none. */
static const word *word_at(const char *text, size_t bytes)
{
    const word *longest = NULL;
    for (size_t i = 0; i < WORDS; i++) {
        const word *const w = &words[i];
        if (bytes < w->bytes || text[0] != w->text[0] || (longest && w->bytes <= longest->bytes) ||
            memcmp(text, w->text, w->bytes) != 0)
            continue;
        /* 勝 is no verdict in 勝浦, and 詰 no mate in 詰将棋. */
        const bool alone = w->bytes == 3 && (w->class & (CLASS_VERDICT | CLASS_CAUSE)) != 0;
        if (!alone || !is_kanji(text + w->bytes, bytes - w->bytes))
            longest = w;
    }
    return longest;
}

/* The bytes of the name at the beginning of the text, where spaces do not matter; 0: another text. */
static size_t name_bytes_at(const side_name *name, const char *text, size_t bytes)
{
    size_t at = 0;
    for (size_t i = 0; i < name->bytes;) {
        const size_t skipped = blank_at(name->text + i, name->bytes - i);
        const size_t spaces = i > 0 ? blank_at(text + at, bytes - at) : 0;
        if (skipped == 0 && (at >= bytes || text[at] != name->text[i])) {
            if (spaces == 0)
                return 0;
            at += spaces;
            continue;
        }
        at += skipped == 0 ? 1 : spaces;
        i += skipped == 0 ? 1 : skipped;
    }
    if (at < bytes && is_alphanumeric(text[at]) && is_alphanumeric(name->text[name->bytes - 1]))
        return 0; /* Anna in Annabel */
    return at;
}

/* Whether the name is a word of the table that could stand there as such. */
static bool is_common(const char *text, size_t bytes)
{
    const word *const w = word_at(text, bytes);
    return w && w->bytes == bytes && (w->class & (CLASS_SIDE | CLASS_FILLER | CLASS_BECAUSE)) != 0;
}

static void add_name(sentence *s, const char *text, size_t bytes, shoogi_colour side)
{
    if (bytes == 0 || bytes > NAME_BYTES_MAX || is_common(text, bytes))
        return;
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].bytes == bytes && memcmp(s->names[i].text, text, bytes) == 0) {
            s->names[i].both |= s->names[i].side != side;
            return;
        }
    s->names[s->name_count++] = (side_name){ text, bytes, side, false };
}

static const char *const titles[] = { "初段", "二段", "三段", "四段", "五段", "六段", "七段",
                                      "八段", "九段", "竜王", "龍王", "名人", "王位", "王座",
                                      "棋王", "王将", "棋聖", "叡王", "女流", "永世", "アマ",
                                      "さん", "氏",   "君",   "七冠", "十段" };
enum { TITLES = sizeof titles / sizeof titles[0] };

/* The bytes of a name before a title: 藤井聡太 of 藤井聡太竜王, 佐藤康光 of 佐藤康光九段. */
static size_t without_title(const char *name, size_t bytes)
{
    for (size_t i = 0; i < TITLES;) {
        const size_t title = strlen(titles[i]);
        const bool found = bytes > title && memcmp(name + bytes - title, titles[i], title) == 0;
        bytes -= found ? title : 0;
        i = found ? 0 : i + 1; /* 女流三段 has two */
    }
    return bytes;
}

/* The names of the players, and what precedes a title or a rating: 藤井聡太 of "藤井聡太 竜王", Anna of "Anna(1500)". */
static void add_names(sentence *s, const shoogi_record *record)
{
    static const struct {
        const char *header;
        shoogi_colour side;
    } headers[] = { { "black", SHOOGI_BLACK },
                    { "white", SHOOGI_WHITE },
                    { "black-short", SHOOGI_BLACK },
                    { "white-short", SHOOGI_WHITE } };
    for (size_t i = 0; record && i < sizeof headers / sizeof headers[0]; i++) {
        const char *name = shoogi_record_header(record, headers[i].header);
        if (!name)
            continue;
        size_t bytes = strlen(name), skipped, first = 0;
        while ((skipped = blank_at(name, bytes)) > 0) {
            name += skipped;
            bytes -= skipped;
        }
        while (bytes > 0 && (name[bytes - 1] == ' ' || name[bytes - 1] == '\t'))
            bytes--;
        while (bytes >= 3 && blank_at(name + bytes - 3, 3) == 3)
            bytes -= 3;
        while (first < bytes && blank_at(name + first, bytes - first) == 0 && name[first] != '(' &&
               !(bytes - first >= 3 && memcmp(name + first, "（", 3) == 0))
            first++;
        add_name(s, name, bytes, headers[i].side);
        add_name(s, name, first, headers[i].side);
        add_name(s, name, without_title(name, first), headers[i].side);
    }
}

/* The next word, which is then passed; false: the text there is unknown. */
static bool take_word(word *out, sentence *s)
{
    const char *const text = s->text + s->at;
    const size_t bytes = s->bytes - s->at;
    const word *const known = word_at(text, bytes);
    *out = known ? *known : (word){ .bytes = 0 };
    const bool joined = s->at > 0 && is_alphanumeric(text[-1]);
    for (size_t i = 0; i < s->name_count; i++) {
        const side_name *const name = &s->names[i];
        if (name->both || (joined && is_alphanumeric(name->text[0])))
            continue;
        const size_t used = name_bytes_at(name, text, bytes);
        if (used > 0 && (used > out->bytes || (used == out->bytes && used == name->bytes)))
            *out = (word){ text, used, name->side == SHOOGI_BLACK ? CLASS_BLACK : CLASS_WHITE,
                           SHOOGI_TERMINATION_NONE };
    }
    if (out->bytes == 0) { /* the number of the last move */
        unsigned number;
        size_t digits = shg_wide_number_read(&number, text, bytes);
        if (digits == 0)
            digits = shg_kanji_number_read(&number, text, bytes);
        if (digits == 0)
            return false;
        *out = (word){ text, digits, CLASS_FILLER, SHOOGI_TERMINATION_NONE };
    }
    s->at += out->bytes;
    return true;
}

/* --- sentences ----------------------------------------------------------------------------------- */

typedef enum subject { SUBJECT_NONE, SUBJECT_BLACK, SUBJECT_WHITE, SUBJECT_UNKNOWN } subject;

/* What a sentence says. */
typedef struct meaning {
    subject side;     /* the last one, for the words that follow */
    bool caused;      /* a cause stands between it and the place */
    subject winner;   /* by the last verdict on a side; UNKNOWN: only a verdict on an unknown one */
    unsigned verdict; /* the class of a verdict without any side; 0: none */
    word cause;       /* the most important one */
    subject cause_by;
    bool strange_cause;  /* it has a cause in unknown words */
    bool drawn, strange; /* it says that it is a draw; it has unknown words */
    size_t used;         /* up to the end of the last known word that is no filler */
} meaning;

static subject other(subject side)
{
    return side == SUBJECT_BLACK ? SUBJECT_WHITE : side == SUBJECT_WHITE ? SUBJECT_BLACK : side;
}

/* "先手が後手に勝ち", "羽生九段を破り": the side before に and を is the other one. */
static bool is_object(const sentence *s)
{
    size_t at = s->at;
    for (size_t i = 0; i < TITLES;) { /* 女流三段 has two */
        const size_t bytes = strlen(titles[i]);
        const bool found = s->bytes - at >= bytes && memcmp(s->text + at, titles[i], bytes) == 0;
        at += found ? bytes : 0;
        i = found ? 0 : i + 1;
    }
    const word *const next = at < s->bytes ? word_at(s->text + at, s->bytes - at) : NULL;
    return next && (strcmp(next->text, "に") == 0 || strcmp(next->text, "を") == 0);
}

/* Which of several causes decides: a foul rather than the move taken back, a suspension rather than the time. */
static unsigned weight_of(const word *cause)
{
    switch ((int)cause->end) {
    case SHOOGI_TERMINATION_NONE: return 0;
    case SHOOGI_TERMINATION_DRAW: return 1;
    case SHOOGI_TERMINATION_ILLEGAL: return cause->class == CLASS_FOUL ? 4 : 3;
    case SHOOGI_TERMINATION_SUSPENDED:
    case SHOOGI_TERMINATION_SEALED: return 5;
    }
    return 2;
}

static void add_cause(meaning *m, const word *w)
{
    m->drawn |= w->end == SHOOGI_TERMINATION_DRAW;
    if (weight_of(w) > weight_of(&m->cause)) {
        m->cause = *w;
        m->cause_by = m->side;
    }
    m->caused = true;
}

static void add_verdict(meaning *m, unsigned class)
{
    if (m->side == SUBJECT_BLACK || m->side == SUBJECT_WHITE) {
        m->winner = (class & CLASS_WON) != 0 ? m->side : other(m->side);
        m->side = SUBJECT_NONE; /* "先手の勝ち（切れ負け）" says it once */
        m->caused = false;
    } else if (m->side == SUBJECT_NONE && m->verdict == 0 && m->winner == SUBJECT_NONE) {
        m->verdict = class & CLASS_VERDICT;
    } else if (m->side == SUBJECT_UNKNOWN && m->winner == SUBJECT_NONE) {
        m->winner = SUBJECT_UNKNOWN;
    }
}

/* Unknown text: a name that no header gives, if nothing better is near. */
static void add_unknown(meaning *m)
{
    m->strange = true;
    if (m->side == SUBJECT_NONE || m->caused)
        m->side = SUBJECT_UNKNOWN;
}

/* whole: only up to the first unknown text. */
static meaning meaning_of(sentence *s, bool whole)
{
    meaning m = { .side = SUBJECT_NONE };
    bool unknown = false; /* the text before */
    while (s->at < s->bytes) {
        word w;
        if (!take_word(&w, s)) {
            if (whole) {
                m.strange = true;
                return m;
            }
            uint32_t c;
            add_unknown(&m);
            unknown = true;
            s->at += shg_utf8_read(&c, s->text + s->at, s->bytes - s->at);
            continue;
        }
        if ((w.class & CLASS_SIDE) != 0) {
            const subject named = (w.class & CLASS_BLACK) != 0 ? SUBJECT_BLACK : SUBJECT_WHITE;
            m.side = is_object(s) ? other(named) : named;
            m.caused = false;
        }
        m.strange_cause |= unknown && w.class == CLASS_BECAUSE;
        unknown = false;
        if ((w.class & CLASS_CAUSE) != 0)
            add_cause(&m, &w);
        if ((w.class & CLASS_VERDICT) != 0)
            add_verdict(&m, w.class);
        if (w.class != CLASS_FILLER && w.class != CLASS_BECAUSE)
            m.used = s->at;
    }
    return m;
}

/* The winner as far as the words give it, by the rule that a cause without a side is the mover's. */
static subject winner_of(const meaning *m, subject mover)
{
    const unsigned class = m->cause.class;
    const bool decides = (class & (CLASS_LOSES | CLASS_WINS | CLASS_FOUL)) != 0;
    if (m->winner == SUBJECT_BLACK || m->winner == SUBJECT_WHITE)
        return m->winner;
    if (m->winner == SUBJECT_UNKNOWN)
        return SUBJECT_UNKNOWN;
    if (m->drawn && m->verdict == 0) /* 時間切れ引き分け, 双方入玉により引き分け */
        return SUBJECT_NONE;
    if (m->verdict != 0 && (m->cause_by == SUBJECT_UNKNOWN || !decides))
        return SUBJECT_UNKNOWN;
    if (m->verdict != 0)
        return m->verdict == CLASS_WON ? mover : other(mover);
    if (!decides)
        return SUBJECT_NONE;
    if (m->cause_by == SUBJECT_UNKNOWN ||
        (m->cause_by == SUBJECT_NONE && (class & CLASS_FOUL) != 0))
        return SUBJECT_UNKNOWN; /* 二歩: the move before, or one that is not in the record */
    const subject by = m->cause_by == SUBJECT_NONE ? mover : m->cause_by;
    return (class & CLASS_WINS) != 0 ? by : other(by);
}

/* The termination of the cause, given the winner. */
static shoogi_termination end_of(const meaning *m, bool mover_wins)
{
    switch ((int)m->cause.end) {
    case SHOOGI_TERMINATION_NONE: /* the winner does not resign */
        return mover_wins || m->strange_cause ? SHOOGI_TERMINATION_OTHER
                                              : SHOOGI_TERMINATION_RESIGN;
    case SHOOGI_TERMINATION_ILLEGAL:
        return mover_wins ? SHOOGI_TERMINATION_ILLEGAL_BEFORE : SHOOGI_TERMINATION_ILLEGAL;
    case SHOOGI_TERMINATION_FORFEIT_LOST:
        return mover_wins ? SHOOGI_TERMINATION_FORFEIT_WON : SHOOGI_TERMINATION_FORFEIT_LOST;
    }
    return m->cause.end;
}

/* Whether a remark may begin there. */
static bool is_separated(const char *text, size_t bytes)
{
    static const char *const signs[] = { "*",  "＊", "(",  "（", "[", "{", "「",
                                         "【", "。", "、", ".",  "!", "！" };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (bytes >= strlen(signs[i]) && memcmp(text, signs[i], strlen(signs[i])) == 0)
            return true;
    return blank_at(text, bytes) > 0;
}

/* The whole text as a word of other formats (Resigns, %TORYO), or with spaces in it (投　了).  False: it is none. */
static bool end_of_other_word(shg_kifu_end *out, const sentence *s, shoogi_colour side)
{
    enum { WORD_BYTES_MAX = 48 };
    char whole[WORD_BYTES_MAX];
    size_t bytes = 0;
    out->end = shg_end_word(s->text, s->bytes);
    if (out->end != SHOOGI_TERMINATION_OTHER) {
        out->known = true;
        out->result = shg_end_result(out->end, side);
        out->text = NULL;
        out->bytes = 0;
        return true;
    }
    if (s->bytes > WORD_BYTES_MAX)
        return false;
    for (size_t at = 0; at < s->bytes;) {
        const size_t blank = blank_at(s->text + at, s->bytes - at);
        if (blank == 0)
            whole[bytes++] = s->text[at++];
        at += blank;
    }
    if (bytes == s->bytes || bytes == 0)
        return false;
    const shg_kifu_end joined = shg_kifu_end_of(whole, bytes, true, side, NULL);
    if (!joined.known || joined.used != bytes || joined.text)
        return false;
    const size_t used = out->used;
    *out = joined;
    out->used = used;
    return true;
}

shg_kifu_end shg_kifu_end_of(const char *text, size_t bytes, bool whole, shoogi_colour side,
                             const shoogi_record *record)
{
    sentence s = { .text = text, .bytes = bytes };
    for (size_t skipped; (skipped = blank_at(s.text, s.bytes)) > 0; s.bytes -= skipped)
        s.text += skipped;
    while (s.bytes > 0 && (s.text[s.bytes - 1] == ' ' || s.text[s.bytes - 1] == '\t'))
        s.bytes--;
    while (s.bytes >= 3 && blank_at(s.text + s.bytes - 3, 3) == 3)
        s.bytes -= 3;
    shg_kifu_end out = {
        .end = SHOOGI_TERMINATION_OTHER, .text = s.text, .bytes = s.bytes, .used = bytes
    };
    const bool any_end =
        s.bytes == strlen(shg_kifu_any_end) && memcmp(s.text, shg_kifu_any_end, s.bytes) == 0;
    out.known = any_end;
    if (any_end || s.bytes > SENTENCE_BYTES_MAX ||
        (whole && (end_of_other_word(&out, &s, side) || !word_at(s.text, s.bytes))))
        return out; /* a move, as a rule */
    if (!whole)
        add_names(&s, record);
    const meaning m = meaning_of(&s, whole);
    const bool separated = !m.strange || is_separated(s.text + m.used, s.bytes - m.used);
    if (whole && m.strange && separated)
        out.used = (size_t)(s.text - text) + m.used;
    const bool says_nothing =
        m.cause.end == SHOOGI_TERMINATION_NONE && m.winner == SUBJECT_NONE && m.verdict == 0;
    if ((whole && !separated) || says_nothing) {
        out.used = bytes;
        return out;
    }
    const subject mover = side == SHOOGI_BLACK ? SUBJECT_BLACK : SUBJECT_WHITE;
    const subject winner = winner_of(&m, mover);
    if (winner == SUBJECT_UNKNOWN) {
        out.no_winner = true;
        return out;
    }
    out.known = true;
    out.winner_named = m.winner == SUBJECT_BLACK || m.winner == SUBJECT_WHITE ||
                       m.cause_by == SUBJECT_BLACK || m.cause_by == SUBJECT_WHITE;
    if (winner == SUBJECT_NONE) {
        out.end = m.drawn && m.cause.end == SHOOGI_TERMINATION_DECLARATION
                      ? SHOOGI_TERMINATION_IMPASSE /* of both kings in the camps */
                      : m.cause.end;
        out.result = shg_end_result(out.end, side);
        if (m.drawn && m.cause.end != SHOOGI_TERMINATION_DRAW)
            out.result.outcome = SHOOGI_OUTCOME_DRAW;
    } else {
        out.end = end_of(&m, winner == mover);
        out.result.outcome = winner == SUBJECT_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    }
    if (m.cause.class == CLASS_FOUL && m.cause.end == SHOOGI_TERMINATION_ILLEGAL) {
        out.text = m.cause.text;
        out.bytes = m.cause.bytes;
    } else if (out.end != SHOOGI_TERMINATION_OTHER) {
        out.text = NULL;
        out.bytes = 0;
    }
    return out;
}
