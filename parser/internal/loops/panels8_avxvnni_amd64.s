#include "textflag.h"
#include "tiles8_avx2_amd64.h"

// Tiles of products of bytes for AVX-VNNI, which processors without AVX-512 have. Rows of A are at
// SI + {0, 1, 2, 3, 4, 5}·R9, DX being 3·R9 and AX 5·R9.

// DOT is VPDPBUSD, which the assembler knows only for AVX-512: it adds to sum the products of the bytes
// of Y14 with those of Y12 (column 4) or Y13 (column 5). The high bit of sum goes into another byte.
#define DOT(high, sum, column) \
	BYTE $0xc4; BYTE $(0xc2-(high<<7)); BYTE $0x0d; BYTE $0x50; BYTE $(0xc0+(sum<<3)+column)

#define ROW(at, high, v0, v1) \
	VPBROADCASTD at, Y14 \
	DOT(high, v0, 4)     \
	DOT(high, v1, 5)

#define START(v0, v1) \
	VMOVDQU (R10), v0 \
	VMOVDQU 32(R10), v1

#define PANEL \
	VMOVDQU    (BX), Y12   \
	VMOVDQU    32(BX), Y13 \
	PREFETCHT0 4096(BX)    \
	ADDQ       $128, BX

// func tile6AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile6AVXVNNI(SB), NOSPLIT, $0-80
	ARGUMENTS
	START(Y0, Y1)
	START(Y2, Y3)
	START(Y4, Y5)
	START(Y6, Y7)
	START(Y8, Y9)
	START(Y10, Y11)

group:
	PANEL
	ROW((SI), 0, 0, 1)
	ROW((SI)(R9*1), 0, 2, 3)
	ROW((SI)(R9*2), 0, 4, 5)
	ROW((SI)(DX*1), 0, 6, 7)
	ROW((SI)(R9*4), 1, 0, 1)
	ROW((SI)(AX*1), 1, 2, 3)
	ADDQ  $4, SI
	DECQ  CX
	JNZ   group
	TESTQ R15, R15
	JNZ   part
	OUT_SUMS(Y0, Y1, OUT)
	OUT_SUMS(Y2, Y3, OUT)
	OUT_SUMS(Y4, Y5, OUT)
	OUT_SUMS(Y6, Y7, OUT)
	OUT_SUMS(Y8, Y9, OUT)
	OUT_SUMS(Y10, Y11, OUT)
	VZEROUPPER
	RET

part:
	OUT_SUMS(Y0, Y1, MASKED_OUT)
	OUT_SUMS(Y2, Y3, MASKED_OUT)
	OUT_SUMS(Y4, Y5, MASKED_OUT)
	OUT_SUMS(Y6, Y7, MASKED_OUT)
	OUT_SUMS(Y8, Y9, MASKED_OUT)
	OUT_SUMS(Y10, Y11, MASKED_OUT)
	VZEROUPPER
	RET

// func tile2AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile2AVXVNNI(SB), NOSPLIT, $0-80
	ARGUMENTS
	START(Y0, Y1)
	START(Y2, Y3)

group:
	PANEL
	ROW((SI), 0, 0, 1)
	ROW((SI)(R9*1), 0, 2, 3)
	ADDQ  $4, SI
	DECQ  CX
	JNZ   group
	TESTQ R15, R15
	JNZ   part
	OUT_SUMS(Y0, Y1, OUT)
	OUT_SUMS(Y2, Y3, OUT)
	VZEROUPPER
	RET

part:
	OUT_SUMS(Y0, Y1, MASKED_OUT)
	OUT_SUMS(Y2, Y3, MASKED_OUT)
	VZEROUPPER
	RET

// func tile1AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile1AVXVNNI(SB), NOSPLIT, $0-80
	ARGUMENTS
	START(Y0, Y1)

group:
	PANEL
	ROW((SI), 0, 0, 1)
	ADDQ  $4, SI
	DECQ  CX
	JNZ   group
	TESTQ R15, R15
	JNZ   part
	OUT_SUMS(Y0, Y1, OUT)
	VZEROUPPER
	RET

part:
	OUT_SUMS(Y0, Y1, MASKED_OUT)
	VZEROUPPER
	RET
