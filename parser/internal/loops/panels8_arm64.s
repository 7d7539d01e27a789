#include "textflag.h"
#include "neon_arm64.h"

// Tiles of products of bytes for NEON with dot products. Elements of A lose their Zero when they are
// loaded, so sums start at 0. V24 … V27 have four columns of the group each.

// LOAD loads four elements of A into each quarter of a vector. V31 has the sign bits, which are Zero.
#define LOAD(at, v) \
	VLD1R.P 4(at), [v.S4]       \
	VEOR    V31.B16, v.B16, v.B16

#define DOTS(x, s0, s1, s2, s3) \
	SDOT(x, 24, s0) \
	SDOT(x, 25, s1) \
	SDOT(x, 26, s2) \
	SDOT(x, 27, s3)

// OUT writes four columns of C: their sums, times the scales of columns and of the row, V28, and what the
// middle of the row, V30, adds to their biases.
#define OUT(i, scale, s) \
	SCVTF(s, s)               \
	FMUL(scale, s, s)         \
	FMOVQ (384+16*i)(R7), F29 \
	FMOVQ (256+16*i)(R7), F31 \
	FMLA(30, 31, 29)          \
	FMLA(28, s, 29)           \
	FMOVQ F29, (16*i)(R0)

#define OUT_ROW(s0, s1, s2, s3) \
	VLD1R.P 4(R4), [V28.S4] \
	VLD1R.P 4(R4), [V30.S4] \
	OUT(0, 24, s0)          \
	OUT(1, 25, s1)          \
	OUT(2, 26, s2)          \
	OUT(3, 27, s3)

// SCALES loads those of the columns. What panels have for each column is at R7: where sums start on other
// processors, scales, sums and biases.
#define SCALES \
	ADD  $128, R7, R8                                  \
	VLD1 (R8), [V24.S4, V25.S4, V26.S4, V27.S4]

#define ZERO \
	MOVD $128, R13   \
	VDUP R13, V31.B16

// func tile6BytesNEON(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32)
TEXT ·tile6BytesNEON(SB), NOSPLIT, $0-64
	MOVD c+0(FP), R0
	MOVD ldc+8(FP), R1
	MOVD a+16(FP), R2
	MOVD rowStride+24(FP), R3
	MOVD steps+32(FP), R4
	MOVD panel+40(FP), R5
	MOVD groups+48(FP), R6
	MOVD starts+56(FP), R7
	ADD  R3, R2, R8 // five more rows of A
	ADD  R3, R8, R9
	ADD  R3, R9, R10
	ADD  R3, R10, R11
	ADD  R3, R11, R12
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)
	CLEAR(V16, V17, V18, V19)
	CLEAR(V20, V21, V22, V23)
	ZERO

group:
	VLD1 (R5), [V24.B16, V25.B16, V26.B16, V27.B16]
	LOAD(R2, V28)
	LOAD(R8, V29)
	LOAD(R9, V30)
	DOTS(28, 0, 1, 2, 3)
	LOAD(R10, V28)
	DOTS(29, 4, 5, 6, 7)
	LOAD(R11, V29)
	DOTS(30, 8, 9, 10, 11)
	LOAD(R12, V30)
	DOTS(28, 12, 13, 14, 15)
	DOTS(29, 16, 17, 18, 19)
	DOTS(30, 20, 21, 22, 23)
	ADD  $128, R5
	SUBS $1, R6
	BNE  group
	SCALES
	OUT_ROW(0, 1, 2, 3)
	ADD  R1<<2, R0
	OUT_ROW(4, 5, 6, 7)
	ADD  R1<<2, R0
	OUT_ROW(8, 9, 10, 11)
	ADD  R1<<2, R0
	OUT_ROW(12, 13, 14, 15)
	ADD  R1<<2, R0
	OUT_ROW(16, 17, 18, 19)
	ADD  R1<<2, R0
	OUT_ROW(20, 21, 22, 23)
	RET

// func tile1BytesNEON(c *float32, a *uint8, steps *Steps, panel *int8, groups int, starts *int32)
TEXT ·tile1BytesNEON(SB), NOSPLIT, $0-48
	MOVD c+0(FP), R0
	MOVD a+8(FP), R2
	MOVD steps+16(FP), R4
	MOVD panel+24(FP), R5
	MOVD groups+32(FP), R6
	MOVD starts+40(FP), R7
	CLEAR(V0, V1, V2, V3)
	ZERO

group:
	VLD1 (R5), [V24.B16, V25.B16, V26.B16, V27.B16]
	LOAD(R2, V28)
	DOTS(28, 0, 1, 2, 3)
	ADD  $128, R5
	SUBS $1, R6
	BNE  group
	SCALES
	OUT_ROW(0, 1, 2, 3)
	RET
