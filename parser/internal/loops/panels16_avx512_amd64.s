#include "textflag.h"

// Products of bfloat16 by AVX-512 BF16: each tile keeps the sums of some rows by a panel in registers while it walks down the
// panel by pairs of rows, and adds them to C. The assembler does not know VDPBF16PS, so its bytes are here.

// DOT adds the products of the pairs of Z26 with those of Z24 (second = 0) or Z25 (1) to the register k of eight: the first
// eight with high = 0x92, the next with 0x12, the third with 0x82.
#define DOT(high, k, second) \
	BYTE $0x62; BYTE $high; BYTE $0x2E; BYTE $0x40; BYTE $0x52; BYTE $(0xC0+8*k+second)

// ROW adds the products of a pair of A, of the row i of 64 bytes, with a pair of rows of the panel. PAIR loads that pair.
#define ROW(i, high, k) \
	VPBROADCASTD (64*i)(SI), Z26 \
	DOT(high, k, 0)              \
	DOT(high, (k+1), 1)
#define PAIR \
	VMOVDQU64  (BX), Z24   \
	VMOVDQU64  64(BX), Z25 \
	PREFETCHT0 4096(BX)    \
	PREFETCHT0 4160(BX)    \
	ADDQ       $128, BX

#define CLEAR(v0, v1) \
	VPXORD v0, v0, v0 \
	VPXORD v1, v1, v1

// OUT_ROW adds the sums of a row to C, unless all that are asked for are done.
#define OUT_ROW(v0, v1) \
	VMOVUPS.Z (DI), K1, Z24      \
	VMOVUPS.Z 64(DI), K2, Z25    \
	VADDPS    v0, Z24, v0        \
	VADDPS    v1, Z25, v1        \
	VMOVUPS   v0, K1, (DI)       \
	VMOVUPS   v1, K2, 64(DI)     \
	ADDQ      R8, DI             \
	DECQ      DX                 \
	JZ        done

#define ARGUMENTS \
	MOVQ     c+0(FP), DI      \
	MOVQ     ldc+8(FP), R8    \
	SHLQ     $2, R8           \
	MOVQ     a+16(FP), SI     \
	MOVQ     strip+24(FP), R9 \
	MOVQ     m+32(FP), DX     \
	MOVQ     panel+40(FP), BX \
	MOVQ     depth+48(FP), R11 \
	KMOVQ    mask+56(FP), K1  \
	KSHIFTRQ $16, K1, K2      \
	SUBQ     $64, R9

// func dots12(c *float32, ldc int, a *uint16, strip, m int, panel *uint16, depth int, mask uint64)
TEXT ·dots12(SB), NOSPLIT, $0-64
	ARGUMENTS
	CLEAR(Z0, Z1)
	CLEAR(Z2, Z3)
	CLEAR(Z4, Z5)
	CLEAR(Z6, Z7)
	CLEAR(Z8, Z9)
	CLEAR(Z10, Z11)
	CLEAR(Z12, Z13)
	CLEAR(Z14, Z15)
	CLEAR(Z16, Z17)
	CLEAR(Z18, Z19)
	CLEAR(Z20, Z21)
	CLEAR(Z22, Z23)

deeper:
	MOVQ $16, CX

pair:
	PAIR
	ROW(0, 0x92, 0)
	ROW(1, 0x92, 2)
	ROW(2, 0x92, 4)
	ROW(3, 0x92, 6)
	ROW(4, 0x12, 0)
	ROW(5, 0x12, 2)
	ROW(6, 0x12, 4)
	ROW(7, 0x12, 6)
	ROW(8, 0x82, 0)
	ROW(9, 0x82, 2)
	ROW(10, 0x82, 4)
	ROW(11, 0x82, 6)
	ADDQ $4, SI
	DECQ CX
	JNZ  pair

	ADDQ R9, SI
	DECQ R11
	JNZ  deeper

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

done:
	VZEROUPPER
	RET

// func dots4(c *float32, ldc int, a *uint16, strip, m int, panel *uint16, depth int, mask uint64)
TEXT ·dots4(SB), NOSPLIT, $0-64
	ARGUMENTS
	CLEAR(Z0, Z1)
	CLEAR(Z2, Z3)
	CLEAR(Z4, Z5)
	CLEAR(Z6, Z7)

deeper:
	MOVQ $16, CX

pair:
	PAIR
	ROW(0, 0x92, 0)
	ROW(1, 0x92, 2)
	ROW(2, 0x92, 4)
	ROW(3, 0x92, 6)
	ADDQ $4, SI
	DECQ CX
	JNZ  pair

	ADDQ R9, SI
	DECQ R11
	JNZ  deeper

	OUT_ROW(Z0, Z1)
	OUT_ROW(Z2, Z3)
	OUT_ROW(Z4, Z5)
	OUT_ROW(Z6, Z7)

done:
	VZEROUPPER
	RET
