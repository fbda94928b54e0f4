/* report.h: writes an analysis as text, SVG, JSON or comments. */
#ifndef SHG_CLI_REPORT_H
#define SHG_CLI_REPORT_H

#include "base/text.h"
#include "engine/analysis.h"
#include "shoogi/record.h"

/* The data of a report.  All borrowed. */
typedef struct cli_report {
    const shg_analysis *analysis;
    const shoogi_position *start; /* of the first view */
    const char *effort;           /* "50000 nodes each" */
} cli_report;

/* The type of the writers.  out must be a growing buffer.  Returns OK or NO_MEMORY. */
typedef shoogi_status cli_report_write(shg_out *out, const cli_report *report);

/* A table: a line for each move, or for each principal variation of a single position. */
cli_report_write cli_report_text;
/* A graph of Black's winning chance after each move. */
cli_report_write cli_report_svg;
/* JSON for programs.  Source: docs/engine.md, "Analysis for programs". */
cli_report_write cli_report_json;

/* Adds the analysis to the comments of a record along its main line, with scores and lines in the form that programs read in
 * the format.  Returns OK, NO_MEMORY or LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status cli_report_comment(shoogi_record *record, shoogi_format format,
                                                const cli_report *report);

#endif
