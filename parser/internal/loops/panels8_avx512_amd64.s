#include "textflag.h"
#include "tiles_avx512_amd64.h"

// Tiles of products of bytes for AVX-512 with VNNI: each keeps the sums of some rows by a panel in
// registers while it walks down the panel in groups of four rows, and in the end scales them
// and writes only the columns in the mask.

#define ARGUMENTS \
	MOVQ  c+0(FP), DI          \
	MOVQ  ldc+8(FP), R8        \
	MOVQ  a+16(FP), SI         \
	MOVQ  rowStride+24(FP), R9 \
	MOVQ  steps+32(FP), R13    \
	MOVQ  panel+40(FP), BX     \
	MOVQ  groups+48(FP), CX    \
	MOVQ  of+56(FP), R15       \
	KMOVQ mask+64(FP), K1      \
	KSHIFTRQ $16, K1, K2       \
	SHLQ  $2, R8               \
	ROW_STRIDES

// START loads what the sums of a row start from.
#define START(v0, v1) \
	VMOVDQU32 (R15), v0 \
	VMOVDQU32 64(R15), v1

// ROW adds the products of four elements of A with a group of the panel.
#define ROW(at, v0, v1) \
	VPBROADCASTD at, Z26      \
	VPDPBUSD     Z24, Z26, v0 \
	VPDPBUSD     Z25, Z26, v1

// SCALES loads those of the columns, and OUT_ROW writes a row of C. What panels have for each column is
// at R15: where sums start, scales, sums and biases.
#define SCALES \
	VMOVUPS 128(R15), Z24 \
	VMOVUPS 192(R15), Z25

#define OUT(v, factors, k, at) \
	VMOVUPS     384+at(R15), Z28      \
	VFMADD231PS 256+at(R15), Z27, Z28 \
	VCVTDQ2PS   v, v                  \
	VMULPS      factors, v, v         \
	VFMADD231PS Z26, v, Z28           \
	VMOVUPS     Z28, k, at(DI)

#define OUT_ROW(v0, v1) \
	VBROADCASTSS (R13), Z26  \
	VBROADCASTSS 4(R13), Z27 \
	OUT(v0, Z24, K1, 0)      \
	OUT(v1, Z25, K2, 64)     \
	ADDQ $8, R13             \
	ADDQ R8, DI

// func tile12VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, of *columns, mask uint64)
TEXT ·tile12VNNI(SB), NOSPLIT, $0-72
	ARGUMENTS
	SUMS12(START)
	FETCH12

group:
	PANEL
	ROWS12(ROW)
	ADDQ $4, SI
	ADDQ $4, DX
	DECQ CX
	JNZ  group

	SCALES
	SUMS12(OUT_ROW)
	VZEROUPPER
	RET

// func tile4VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, groups int, of *columns, mask uint64)
TEXT ·tile4VNNI(SB), NOSPLIT, $0-72
	ARGUMENTS
	SUMS4(START)

group:
	PANEL
	ROWS4(ROW)
	ADDQ $4, SI
	DECQ CX
	JNZ  group

	SCALES
	SUMS4(OUT_ROW)
	VZEROUPPER
	RET

// AT adds the products of four elements of A, the k-th four, with their group of the panel.
#define AT(k, x, v0, v1) \
	VPBROADCASTD 4*k(SI), x         \
	VPDPBUSD     128*k(BX), x, v0   \
	VPDPBUSD     128*k+64(BX), x, v1

// tile1VNNI adds four groups apart, since a sum in one register would wait for itself. fours is their number, by four.
//
// func tile1VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
//	panel *int8, fours int, of *columns, mask uint64)
TEXT ·tile1VNNI(SB), NOSPLIT, $0-72
	ARGUMENTS
	START(Z0, Z1)
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	VPXORD Z4, Z4, Z4
	VPXORD Z5, Z5, Z5
	VPXORD Z6, Z6, Z6
	VPXORD Z7, Z7, Z7

four:
	AT(0, Z24, Z0, Z1)
	AT(1, Z25, Z2, Z3)
	AT(2, Z26, Z4, Z5)
	AT(3, Z27, Z6, Z7)
	ADDQ $16, SI
	ADDQ $512, BX
	DECQ CX
	JNZ  four

	VPADDD Z2, Z0, Z0
	VPADDD Z3, Z1, Z1
	VPADDD Z6, Z4, Z4
	VPADDD Z7, Z5, Z5
	VPADDD Z4, Z0, Z0
	VPADDD Z5, Z1, Z1
	SCALES
	OUT_ROW(Z0, Z1)
	VZEROUPPER
	RET
