#include "textflag.h"

// Tiles of products of bytes for AVX-512 with VNNI: each keeps the sums of some rows by a panel in
// registers while it walks down the panel in groups of four rows, and in the end scales them. Rows of A
// are at SI + {0, 1, 2, 3, 4, 5}·R9, R10 being 3·R9 and R11 5·R9, and six further ones at DX.

#define ARGUMENTS \
	MOVQ  c+0(FP), DI          \
	MOVQ  ldc+8(FP), R8        \
	MOVQ  a+16(FP), SI         \
	MOVQ  rowStride+24(FP), R9 \
	MOVQ  rowScales+32(FP), R13 \
	MOVQ  panel+40(FP), BX     \
	MOVQ  groups+48(FP), CX    \
	MOVQ  starts+56(FP), R14   \
	MOVQ  scales+64(FP), R15   \
	KMOVQ mask+72(FP), K1      \
	KSHIFTRQ $16, K1, K2       \
	SHLQ  $2, R8               \
	LEAQ  (R9)(R9*2), R10      \
	LEAQ  (R9)(R9*4), R11      \
	LEAQ  (SI)(R10*2), DX      \
	VMOVDQU32 (R14), Z0        \
	VMOVDQU32 64(R14), Z1

#define SAME(v0, v1) \
	VMOVDQA32 Z0, v0 \
	VMOVDQA32 Z1, v1

// PANEL loads the next group of the panel and ROW adds its products with four elements of A.
#define PANEL \
	VMOVDQU32  (BX), Z24   \
	VMOVDQU32  64(BX), Z25 \
	PREFETCHT0 4096(BX)    \
	PREFETCHT0 4160(BX)    \
	ADDQ       $128, BX

#define ROW(at, v0, v1) \
	VPBROADCASTD at, Z26      \
	VPDPBUSD     Z24, Z26, v0 \
	VPDPBUSD     Z25, Z26, v1

// SCALES loads those of the columns, and OUT_ROW adds a row of scaled sums to C.
#define SCALES \
	VMOVUPS (R15), Z24 \
	VMOVUPS 64(R15), Z25

#define OUT(v, factors, k, at) \
	VCVTDQ2PS   v, v           \
	VMULPS      factors, v, v  \
	VMOVUPS.Z   at(DI), k, Z27 \
	VFMADD231PS Z26, v, Z27    \
	VMOVUPS     Z27, k, at(DI)

#define OUT_ROW(v0, v1) \
	VBROADCASTSS (R13), Z26 \
	OUT(v0, Z24, K1, 0)     \
	OUT(v1, Z25, K2, 64)    \
	ADDQ $4, R13            \
	ADDQ R8, DI

// func tile12VNNI(c *float32, ldc int, a *uint8, rowStride int, rowScales *float32,
//	panel *int8, groups int, starts *int32, scales *float32, mask uint64)
TEXT ·tile12VNNI(SB), NOSPLIT, $0-80
	ARGUMENTS
	SAME(Z2, Z3)
	SAME(Z4, Z5)
	SAME(Z6, Z7)
	SAME(Z8, Z9)
	SAME(Z10, Z11)
	SAME(Z12, Z13)
	SAME(Z14, Z15)
	SAME(Z16, Z17)
	SAME(Z18, Z19)
	SAME(Z20, Z21)
	SAME(Z22, Z23)
	MOVQ DI, AX
	MOVQ $12, R14

// By the time that the sums are ready, C is near.
fetch:
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)
	PREFETCHT0 127(AX)
	ADDQ R8, AX
	DECQ R14
	JNZ  fetch

group:
	PANEL
	ROW((SI), Z0, Z1)
	ROW((SI)(R9*1), Z2, Z3)
	ROW((SI)(R9*2), Z4, Z5)
	ROW((SI)(R10*1), Z6, Z7)
	ROW((SI)(R9*4), Z8, Z9)
	ROW((SI)(R11*1), Z10, Z11)
	ROW((DX), Z12, Z13)
	ROW((DX)(R9*1), Z14, Z15)
	ROW((DX)(R9*2), Z16, Z17)
	ROW((DX)(R10*1), Z18, Z19)
	ROW((DX)(R9*4), Z20, Z21)
	ROW((DX)(R11*1), Z22, Z23)
	ADDQ $4, SI
	ADDQ $4, DX
	DECQ CX
	JNZ  group

	SCALES
	OUT_ROW(Z0, Z1)
	OUT_ROW(Z2, Z3)
	OUT_ROW(Z4, Z5)
	OUT_ROW(Z6, Z7)
	OUT_ROW(Z8, Z9)
	OUT_ROW(Z10, Z11)
	OUT_ROW(Z12, Z13)
	OUT_ROW(Z14, Z15)
	OUT_ROW(Z16, Z17)
	OUT_ROW(Z18, Z19)
	OUT_ROW(Z20, Z21)
	OUT_ROW(Z22, Z23)
	VZEROUPPER
	RET

// func tile4VNNI(c *float32, ldc int, a *uint8, rowStride int, rowScales *float32,
//	panel *int8, groups int, starts *int32, scales *float32, mask uint64)
TEXT ·tile4VNNI(SB), NOSPLIT, $0-80
	ARGUMENTS
	SAME(Z2, Z3)
	SAME(Z4, Z5)
	SAME(Z6, Z7)

group:
	PANEL
	ROW((SI), Z0, Z1)
	ROW((SI)(R9*1), Z2, Z3)
	ROW((SI)(R9*2), Z4, Z5)
	ROW((SI)(R10*1), Z6, Z7)
	ADDQ $4, SI
	DECQ CX
	JNZ  group

	SCALES
	OUT_ROW(Z0, Z1)
	OUT_ROW(Z2, Z3)
	OUT_ROW(Z4, Z5)
	OUT_ROW(Z6, Z7)
	VZEROUPPER
	RET

// func tile1VNNI(c *float32, ldc int, a *uint8, rowStride int, rowScales *float32,
//	panel *int8, groups int, starts *int32, scales *float32, mask uint64)
TEXT ·tile1VNNI(SB), NOSPLIT, $0-80
	ARGUMENTS

group:
	PANEL
	ROW((SI), Z0, Z1)
	ADDQ $4, SI
	DECQ CX
	JNZ  group

	SCALES
	OUT_ROW(Z0, Z1)
	VZEROUPPER
	RET
