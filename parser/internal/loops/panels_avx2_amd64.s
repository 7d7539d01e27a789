#include "textflag.h"

// Tiles of products for AVX2 and FMA; see panels_avx512_amd64.s, which differs in the
// number of registers and their size. Here a tile of many rows is half a panel wide, and
// masks are vectors in memory, used only if columns are missing (partial is not 0).

#define ARGUMENTS \
	MOVQ c+0(FP), DI           \
	MOVQ ldc+8(FP), R8         \
	MOVQ a+16(FP), SI          \
	MOVQ rowStride+24(FP), R9  \
	MOVQ colStride+32(FP), R12 \
	MOVQ panel+40(FP), BX      \
	MOVQ depth+48(FP), CX      \
	MOVQ mask+56(FP), R14      \
	MOVQ partial+64(FP), R15   \
	SHLQ $2, R8                \
	SHLQ $2, R9                \
	SHLQ $2, R12               \
	LEAQ (R9)(R9*2), R10       \
	LEAQ (R9)(R9*4), R11

#define CLEAR(v0, v1, v2, v3) \
	VXORPS v0, v0, v0 \
	VXORPS v1, v1, v1 \
	VXORPS v2, v2, v2 \
	VXORPS v3, v3, v3

// ROW adds the product of an element of A with half a row of the panel.
#define ROW(at, v0, v1) \
	VBROADCASTSS at, Y14      \
	VFMADD231PS  Y12, Y14, v0 \
	VFMADD231PS  Y13, Y14, v1

// OUT adds two vectors to C; MASKED_OUT only those columns that are in the mask.
#define OUT(v0, v1, at) \
	VADDPS  at(DI), v0, v0    \
	VMOVUPS v0, at(DI)        \
	VADDPS  at+32(DI), v1, v1 \
	VMOVUPS v1, at+32(DI)

#define MASKED_OUT(v0, v1, at) \
	VMOVUPS    at(R14), Y14        \
	VMASKMOVPS at(DI), Y14, Y15    \
	VADDPS     Y15, v0, v0         \
	VMASKMOVPS v0, Y14, at(DI)     \
	VMOVUPS    at+32(R14), Y14     \
	VMASKMOVPS at+32(DI), Y14, Y15 \
	VADDPS     Y15, v1, v1         \
	VMASKMOVPS v1, Y14, at+32(DI)

#define OUT_ROW(v0, v1) \
	OUT(v0, v1, 0) \
	ADDQ R8, DI

#define MASKED_ROW(v0, v1) \
	MASKED_OUT(v0, v1, 0) \
	ADDQ R8, DI

// func tile6AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)
TEXT ·tile6AVX2(SB), NOSPLIT, $0-72
	ARGUMENTS
	CLEAR(Y0, Y1, Y2, Y3)
	CLEAR(Y4, Y5, Y6, Y7)
	CLEAR(Y8, Y9, Y10, Y11)
	MOVQ DI, AX
	MOVQ $6, R13

// By the time that the sums are ready, C is near.
fetch:
	PREFETCHT0 (AX)
	PREFETCHT0 63(AX)
	ADDQ R8, AX
	DECQ R13
	JNZ  fetch

row:
	VMOVUPS    (BX), Y12
	VMOVUPS    32(BX), Y13
	PREFETCHT0 4096(BX)
	ROW((SI), Y0, Y1)
	ROW((SI)(R9*1), Y2, Y3)
	ROW((SI)(R9*2), Y4, Y5)
	ROW((SI)(R10*1), Y6, Y7)
	ROW((SI)(R9*4), Y8, Y9)
	ROW((SI)(R11*1), Y10, Y11)
	ADDQ R12, SI
	ADDQ $128, BX
	DECQ CX
	JNZ  row
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1)
	OUT_ROW(Y2, Y3)
	OUT_ROW(Y4, Y5)
	OUT_ROW(Y6, Y7)
	OUT_ROW(Y8, Y9)
	OUT_ROW(Y10, Y11)
	VZEROUPPER
	RET

part:
	MASKED_ROW(Y0, Y1)
	MASKED_ROW(Y2, Y3)
	MASKED_ROW(Y4, Y5)
	MASKED_ROW(Y6, Y7)
	MASKED_ROW(Y8, Y9)
	MASKED_ROW(Y10, Y11)
	VZEROUPPER
	RET

// func tile4AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)
TEXT ·tile4AVX2(SB), NOSPLIT, $0-72
	ARGUMENTS
	CLEAR(Y0, Y1, Y2, Y3)
	CLEAR(Y4, Y5, Y6, Y7)

row:
	VMOVUPS (BX), Y12
	VMOVUPS 32(BX), Y13
	ROW((SI), Y0, Y1)
	ROW((SI)(R9*1), Y2, Y3)
	ROW((SI)(R9*2), Y4, Y5)
	ROW((SI)(R10*1), Y6, Y7)
	ADDQ R12, SI
	ADDQ $128, BX
	DECQ CX
	JNZ  row
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1)
	OUT_ROW(Y2, Y3)
	OUT_ROW(Y4, Y5)
	OUT_ROW(Y6, Y7)
	VZEROUPPER
	RET

part:
	MASKED_ROW(Y0, Y1)
	MASKED_ROW(Y2, Y3)
	MASKED_ROW(Y4, Y5)
	MASKED_ROW(Y6, Y7)
	VZEROUPPER
	RET

// func tile2AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)
TEXT ·tile2AVX2(SB), NOSPLIT, $0-72
	ARGUMENTS
	CLEAR(Y0, Y1, Y2, Y3)
	CLEAR(Y4, Y5, Y6, Y7)

row:
	VMOVUPS      (BX), Y12
	VMOVUPS      32(BX), Y13
	VMOVUPS      64(BX), Y10
	VMOVUPS      96(BX), Y11
	ROW((SI), Y0, Y1)
	VFMADD231PS  Y10, Y14, Y2
	VFMADD231PS  Y11, Y14, Y3
	ROW((SI)(R9*1), Y4, Y5)
	VFMADD231PS  Y10, Y14, Y6
	VFMADD231PS  Y11, Y14, Y7
	ADDQ         R12, SI
	ADDQ         $128, BX
	DECQ         CX
	JNZ          row
	TESTQ        R15, R15
	JNZ          part
	OUT(Y0, Y1, 0)
	OUT(Y2, Y3, 64)
	ADDQ         R8, DI
	OUT(Y4, Y5, 0)
	OUT(Y6, Y7, 64)
	VZEROUPPER
	RET

part:
	MASKED_OUT(Y0, Y1, 0)
	MASKED_OUT(Y2, Y3, 64)
	ADDQ R8, DI
	MASKED_OUT(Y4, Y5, 0)
	MASKED_OUT(Y6, Y7, 64)
	VZEROUPPER
	RET

// For one row, two panels are taken at once, since one would not give the processor enough
// sums to work on while it waits for each.

// func tile1AVX2(c *float32, a *float32, colStride int, panel *float32, depth int, mask *int32, partial, apart int)
TEXT ·tile1AVX2(SB), NOSPLIT, $0-64
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ colStride+16(FP), R12
	MOVQ panel+24(FP), BX
	MOVQ depth+32(FP), CX
	MOVQ mask+40(FP), R14
	MOVQ partial+48(FP), R15
	MOVQ apart+56(FP), R9
	SHLQ $2, R12
	SHLQ $2, R9
	CLEAR(Y0, Y1, Y2, Y3)
	CLEAR(Y4, Y5, Y6, Y7)

row:
	VBROADCASTSS (SI), Y14
	VFMADD231PS  (BX), Y14, Y0
	VFMADD231PS  32(BX), Y14, Y1
	VFMADD231PS  64(BX), Y14, Y2
	VFMADD231PS  96(BX), Y14, Y3
	VFMADD231PS  (BX)(R9*1), Y14, Y4
	VFMADD231PS  32(BX)(R9*1), Y14, Y5
	VFMADD231PS  64(BX)(R9*1), Y14, Y6
	VFMADD231PS  96(BX)(R9*1), Y14, Y7
	ADDQ         R12, SI
	ADDQ         $128, BX
	DECQ         CX
	JNZ          row
	TESTQ        R15, R15
	JNZ          part
	OUT(Y0, Y1, 0)
	OUT(Y2, Y3, 64)
	OUT(Y4, Y5, 128)
	OUT(Y6, Y7, 192)
	VZEROUPPER
	RET

part:
	MASKED_OUT(Y0, Y1, 0)
	MASKED_OUT(Y2, Y3, 64)
	MASKED_OUT(Y4, Y5, 128)
	MASKED_OUT(Y6, Y7, 192)
	VZEROUPPER
	RET

#define SUM(v) VFMADD231PS Y12, Y13, v

// func peakAVX2(rounds int)
TEXT ·peakAVX2(SB), NOSPLIT, $0-8
	MOVQ rounds+0(FP), CX
	CLEAR(Y12, Y13, Y12, Y13)

round:
	SUM(Y0); SUM(Y1); SUM(Y2); SUM(Y3); SUM(Y4); SUM(Y5)
	SUM(Y6); SUM(Y7); SUM(Y8); SUM(Y9); SUM(Y10); SUM(Y11)
	DECQ CX
	JNZ  round
	VZEROUPPER
	RET
