#include "textflag.h"
#include "neon_arm64.h"

// Tiles of products for NEON; see panels_arm64.go. The assembler has the fused multiply-add of
// vectors, but not their sum: sums are added to C as products with 1, which are exact.

#define ARGUMENTS \
	MOVD c+0(FP), R0          \
	MOVD ldc+8(FP), R1        \
	MOVD a+16(FP), R2         \
	MOVD rowStride+24(FP), R3 \
	MOVD colStride+32(FP), R4 \
	MOVD panel+40(FP), R5     \
	MOVD depth+48(FP), R6     \
	LSL  $2, R1, R1           \
	LSL  $2, R3, R3           \
	LSL  $2, R4, R4

// ONES makes V31 the ones that OUT needs.
#define ONES \
	FMOVS $1.0, F31          \
	VDUP  V31.S[0], V31.S4

// SUM adds the product of x, an element of A in all lanes, with V24 … V27, 16 columns of the panel, and
// SUM_HIGH that with V28 … V31.
#define SUM(x, v0, v1, v2, v3) \
	VFMLA V24.S4, x.S4, v0.S4 \
	VFMLA V25.S4, x.S4, v1.S4 \
	VFMLA V26.S4, x.S4, v2.S4 \
	VFMLA V27.S4, x.S4, v3.S4

#define SUM_HIGH(x, v0, v1, v2, v3) \
	VFMLA V28.S4, x.S4, v0.S4 \
	VFMLA V29.S4, x.S4, v1.S4 \
	VFMLA V30.S4, x.S4, v2.S4 \
	VFMLA V31.S4, x.S4, v3.S4

// OUT adds 16 columns of sums to C at R0, and NEXT goes to the row after them.
#define OUT(v0, v1, v2, v3) \
	VLD1   (R0), [V24.S4, V25.S4, V26.S4, V27.S4] \
	VFMLA  V31.S4, v0.S4, V24.S4                  \
	VFMLA  V31.S4, v1.S4, V25.S4                  \
	VFMLA  V31.S4, v2.S4, V26.S4                  \
	VFMLA  V31.S4, v3.S4, V27.S4                  \
	VST1.P [V24.S4, V25.S4, V26.S4, V27.S4], 64(R0)

#define NEXT(bytes) \
	SUB $bytes, R0 \
	ADD R1, R0

// func tile6NEON(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int)
TEXT ·tile6NEON(SB), NOSPLIT, $0-56
	ARGUMENTS
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)
	CLEAR(V16, V17, V18, V19)
	CLEAR(V20, V21, V22, V23)
	ADD R3, R2, R8 // five more rows of A
	ADD R3, R8, R9
	ADD R3, R9, R10
	ADD R3, R10, R11
	ADD R3, R11, R12

row:
	VLD1  (R5), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1R (R2), [V28.S4]
	VLD1R (R8), [V29.S4]
	VLD1R (R9), [V30.S4]
	VLD1R (R10), [V31.S4]
	SUM(V28, V0, V1, V2, V3)
	VLD1R (R11), [V28.S4]
	SUM(V29, V4, V5, V6, V7)
	VLD1R (R12), [V29.S4]
	SUM(V30, V8, V9, V10, V11)
	SUM(V31, V12, V13, V14, V15)
	SUM(V28, V16, V17, V18, V19)
	SUM(V29, V20, V21, V22, V23)
	ADD   $128, R5
	ADD   R4, R2
	ADD   R4, R8
	ADD   R4, R9
	ADD   R4, R10
	ADD   R4, R11
	ADD   R4, R12
	SUBS  $1, R6
	BNE   row
	ONES
	OUT(V0, V1, V2, V3)
	NEXT(64)
	OUT(V4, V5, V6, V7)
	NEXT(64)
	OUT(V8, V9, V10, V11)
	NEXT(64)
	OUT(V12, V13, V14, V15)
	NEXT(64)
	OUT(V16, V17, V18, V19)
	NEXT(64)
	OUT(V20, V21, V22, V23)
	RET

// func tile2NEON(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int)
TEXT ·tile2NEON(SB), NOSPLIT, $0-56
	ARGUMENTS
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)
	ADD R3, R2, R8

row:
	VLD1.P 64(R5), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1.P 64(R5), [V28.S4, V29.S4, V30.S4, V31.S4]
	VLD1R  (R2), [V16.S4]
	VLD1R  (R8), [V17.S4]
	SUM(V16, V0, V1, V2, V3)
	SUM_HIGH(V16, V4, V5, V6, V7)
	SUM(V17, V8, V9, V10, V11)
	SUM_HIGH(V17, V12, V13, V14, V15)
	ADD    R4, R2
	ADD    R4, R8
	SUBS   $1, R6
	BNE    row
	ONES
	OUT(V0, V1, V2, V3)
	OUT(V4, V5, V6, V7)
	NEXT(128)
	OUT(V8, V9, V10, V11)
	OUT(V12, V13, V14, V15)
	RET

// For one row, two panels are taken at once, since one would not give the processor enough
// sums to work on while it waits for each.

// func tile1NEON(c *float32, a *float32, colStride int, panel *float32, depth, apart int)
TEXT ·tile1NEON(SB), NOSPLIT, $0-48
	MOVD c+0(FP), R0
	MOVD a+8(FP), R2
	MOVD colStride+16(FP), R4
	MOVD panel+24(FP), R5
	MOVD depth+32(FP), R6
	MOVD apart+40(FP), R7
	LSL  $2, R4, R4
	ADD  R7<<2, R5, R7
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)

row:
	VLD1R  (R2), [V16.S4]
	VLD1.P 64(R5), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1.P 64(R5), [V28.S4, V29.S4, V30.S4, V31.S4]
	SUM(V16, V0, V1, V2, V3)
	SUM_HIGH(V16, V4, V5, V6, V7)
	VLD1.P 64(R7), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1.P 64(R7), [V28.S4, V29.S4, V30.S4, V31.S4]
	SUM(V16, V8, V9, V10, V11)
	SUM_HIGH(V16, V12, V13, V14, V15)
	ADD    R4, R2
	SUBS   $1, R6
	BNE    row
	ONES
	OUT(V0, V1, V2, V3)
	OUT(V4, V5, V6, V7)
	OUT(V8, V9, V10, V11)
	OUT(V12, V13, V14, V15)
	RET
