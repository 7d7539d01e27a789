#include "textflag.h"

#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define BYTES 32

#define LOAD_SOME(at, v) VMASKMOVPS at, Y15, v
#define STORE_SOME(v, at) VMASKMOVPS v, Y15, at

// MASK makes those with SOME act on the first CX elements. The mask comes from rowMasks:
// eight set lanes, then eight unset ones.
#define MASK \
	LEAQ    ·rowMasks+32(SB), R15 \
	SHLQ    $2, CX                \
	SUBQ    CX, R15               \
	VMOVUPS (R15), Y15

#include "rows_amd64.h"

// func addRowsAVX2(dst, table []float32, starts []uint32)
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-72
	ADD_ROWS
