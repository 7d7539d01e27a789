#include "textflag.h"
#include "amx_amd64.h"

// Products of bytes by AMX. The rows of a panel, 16 groups of four by 16 columns, are as TDPBUSD wants its last factor.

// OUT writes 16 columns of a row of C, from the sums at (DX).
#define OUT(at, factors, sums, bias, starts, k) \
	VPADDD      at(DX), starts, Z0 \
	VMOVAPS     bias, Z1           \
	VFMADD231PS sums, Z3, Z1       \
	VCVTDQ2PS   Z0, Z0             \
	VMULPS      factors, Z0, Z0    \
	VFMADD231PS Z2, Z0, Z1         \
	VMOVUPS     Z1, k, at(R13)

// ROW writes the next row of C.
#define ROW \
	VBROADCASTSS (R10), Z2                \
	VBROADCASTSS 4(R10), Z3               \
	OUT(0, Z18, Z20, Z22, Z16, K1)        \
	OUT(64, Z19, Z21, Z23, Z17, K2)       \
	ADDQ $8, R10                          \
	ADDQ $128, DX                         \
	ADDQ R8, R13

// panelAMX multiplies blocks of 32 rows, of which the last may have fewer steps, and then as many rows of C. Rows of C are written
// while the next block is multiplied, some after each step of its depth, for tiles and vectors are different parts of a processor.
//
// func panelAMX(c *float32, ldc int, a *uint8, rowStride int, steps *Steps, rows int,
//	panel *int8, depth int, of *columns, mask uint64, shape *[64]uint8, sums *[1024]int32)
TEXT ·panelAMX(SB), NOSPLIT, $0-96
	MOVQ  shape+80(FP), R12
	LDTILECFG_R12
	MOVQ  c+0(FP), R13
	MOVQ  ldc+8(FP), R8
	SHLQ  $2, R8
	MOVQ  a+16(FP), R9
	MOVQ  rowStride+24(FP), CX
	MOVQ  steps+32(FP), R10
	MOVQ  of+64(FP), R15
	KMOVQ mask+72(FP), K1
	KSHIFTRQ $16, K1, K2

	// What the panel has for its columns: starts, scales, sums, bias.
	VMOVDQU32 (R15), Z16
	VMOVDQU32 64(R15), Z17
	VMOVUPS   128(R15), Z18
	VMOVUPS   192(R15), Z19
	VMOVUPS   256(R15), Z20
	VMOVUPS   320(R15), Z21
	VMOVUPS   384(R15), Z22
	VMOVUPS   448(R15), Z23

	// R14 rows are written after a step, R15 are still to be written.
	MOVQ $31, AX
	ADDQ depth+56(FP), AX
	XORL DX, DX
	DIVQ depth+56(FP)
	MOVQ AX, R14
	XORL R15, R15
	MOVQ $128, AX

block:
	MOVQ R9, SI
	MOVQ CX, DI
	SHLQ $4, DI
	ADDQ SI, DI
	MOVQ panel+48(FP), BX
	MOVQ depth+56(FP), R11
	ZERO_SUMS

deeper:
	MULTIPLY(TDPBUSD)
	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $2048, BX
	MOVQ R14, R12
	CMPQ R12, R15
	CMOVQGT R15, R12
	SUBQ R12, R15
	TESTQ R12, R12
	JZ   written

row:
	ROW
	DECQ R12
	JNZ  row

written:
	DECQ R11
	JNZ  deeper

	MOVQ sums+88(FP), DX
	STORE_SUMS
	MOVQ rows+40(FP), R11
	MOVQ $32, R15
	CMPQ R11, R15
	CMOVQLT R11, R15
	MOVQ CX, DI
	SHLQ $5, DI
	ADDQ DI, R9
	SUBQ $32, rows+40(FP)
	JGT  block

last:
	ROW
	DECQ R15
	JNZ  last

	TILERELEASE
	VZEROUPPER
	RET
