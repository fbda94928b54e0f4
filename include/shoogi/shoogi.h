/* shoogi.h: all of libshoogi in one include. */
#ifndef SHOOGI_SHOOGI_H
#define SHOOGI_SHOOGI_H

#include "board_drawing.h"
#include "catalog.h"
#include "encoding.h"
#include "evaluation.h"
#include "move_text.h"
#include "notation.h"
#include "position.h"
#include "position_fault.h"
#include "position_text.h"
#include "record.h"
#include "status.h"
#include "types.h"
#include "variant.h"

#endif
