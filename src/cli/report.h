/* report.h: an analysis as people and programs read it. */
#ifndef SHG_CLI_REPORT_H
#define SHG_CLI_REPORT_H

#include "base/text.h"
#include "engine/analysis.h"
#include "shoogi/record.h"

/* What there is to write.  All borrowed. */
typedef struct cli_report {
    const shg_analysis *analysis;
    const shoogi_position *start; /* that of its first view */
    const char *effort;           /* "50000 nodes each" */
} cli_report;

/* Each writes to out, which grows, all of the report.  Returns OK, or NO_MEMORY. */
typedef shoogi_status cli_report_write(shg_out *out, const cli_report *report);

/* A table: a line for each move, or for each of the best lines of a single position. */
cli_report_write cli_report_text;
/* A picture of Black's chance from move to move. */
cli_report_write cli_report_svg;
/* For programs.  Source: docs/engine.md, "Analysis for programs". */
cli_report_write cli_report_json;

/* Adds what was found to the comments of a record, along what was played in it.  Returns OK, or NO_MEMORY or LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status cli_report_comment(shoogi_record *record, const cli_report *report);

#endif
