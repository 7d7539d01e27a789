#include "textflag.h"

#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define BYTES 64

#define LOAD_SOME(at, v) VMOVUPS.Z at, K1, v
#define STORE_SOME(v, at) VMOVUPS v, K1, at

// MASK makes those with SOME act on the first CX elements.
#define MASK \
	MOVL  $1, R15 \
	SHLL  CX, R15 \
	DECL  R15     \
	KMOVW R15, K1

#include "rows_amd64.h"

// func addRowsAVX512(dst, table []float32, starts []uint32)
TEXT ·addRowsAVX512(SB), NOSPLIT, $0-72
	ADD_ROWS
