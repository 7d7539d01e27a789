#include "textflag.h"
#include "tiles8_avx2_amd64.h"

// Tiles of products of bytes for AVX2; see panels8_avx512_amd64.s. Here a tile is half a panel wide,
// and bytes are widened to 16 bits, where products of pairs are added without overflow. A vector
// has two sums for each of four columns, which are added in the end.

#define CLEAR(v0, v1, v2, v3) \
	VPXOR v0, v0, v0 \
	VPXOR v1, v1, v1 \
	VPXOR v2, v2, v2 \
	VPXOR v3, v3, v3

// WIDEN loads four elements of A into each quarter of a vector.
#define WIDEN(at, x, v) \
	VPBROADCASTD at, x \
	VPMOVZXBW    x, v

// COLUMNS loads four columns of the group, and PAIRS adds products with them.
#define COLUMNS(at) VPMOVSXBW at(BX), Y14

#define PAIRS(a, v) \
	VPMADDWD Y14, a, Y15 \
	VPADDD   Y15, v, v

// SUMS makes two vectors one of eight sums, with what they start from.
#define SUMS(v0, v1, at) \
	VPHADDD v1, v0, v0      \
	VPERMQ  $0xd8, v0, v0   \
	VPADDD  at(R10), v0, v0

#define OUT_ROW(v0, v1, v2, v3, put) \
	SUMS(v0, v1, 0)         \
	SUMS(v2, v3, 32)        \
	OUT_SUMS(v0, v2, put)

// func tile2BytesAVX2(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile2BytesAVX2(SB), NOSPLIT, $0-80
	ARGUMENTS
	CLEAR(Y0, Y1, Y2, Y3)
	CLEAR(Y4, Y5, Y6, Y7)

group:
	WIDEN((SI), X8, Y8)
	WIDEN((SI)(R9*1), X9, Y9)
	PREFETCHT0 4096(BX)
	COLUMNS(0)
	PAIRS(Y8, Y0)
	PAIRS(Y9, Y4)
	COLUMNS(16)
	PAIRS(Y8, Y1)
	PAIRS(Y9, Y5)
	COLUMNS(32)
	PAIRS(Y8, Y2)
	PAIRS(Y9, Y6)
	COLUMNS(48)
	PAIRS(Y8, Y3)
	PAIRS(Y9, Y7)
	ADDQ $4, SI
	ADDQ $128, BX
	DECQ CX
	JNZ  group
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1, Y2, Y3, OUT)
	OUT_ROW(Y4, Y5, Y6, Y7, OUT)
	VZEROUPPER
	RET

part:
	OUT_ROW(Y0, Y1, Y2, Y3, MASKED_OUT)
	OUT_ROW(Y4, Y5, Y6, Y7, MASKED_OUT)
	VZEROUPPER
	RET

// func tile1BytesAVX2(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile1BytesAVX2(SB), NOSPLIT, $0-80
	ARGUMENTS
	CLEAR(Y0, Y1, Y2, Y3)

group:
	WIDEN((SI), X8, Y8)
	PREFETCHT0 4096(BX)
	COLUMNS(0)
	PAIRS(Y8, Y0)
	COLUMNS(16)
	PAIRS(Y8, Y1)
	COLUMNS(32)
	PAIRS(Y8, Y2)
	COLUMNS(48)
	PAIRS(Y8, Y3)
	ADDQ $4, SI
	ADDQ $128, BX
	DECQ CX
	JNZ  group
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1, Y2, Y3, OUT)
	VZEROUPPER
	RET

part:
	OUT_ROW(Y0, Y1, Y2, Y3, MASKED_OUT)
	VZEROUPPER
	RET
