#include "textflag.h"
#include "amx_amd64.h"

// Products of bfloat16 by AMX: sixteen pairs of rows by 16 columns are as TDPBF16PS wants its last factor.

// OUT adds the sums at (DX) to 16 columns of a row of C.
#define OUT(at, k) \
	VMOVUPS.Z at(DI), k, Z0  \
	VADDPS    at(DX), Z0, Z0 \
	VMOVUPS   Z0, k, at(DI)

// func panelBF16(c *float32, ldc int, a *uint16, rows, m int, panel *uint16, depth int, mask uint64, shape *[64]uint8,
//	sums *[1024]float32)
TEXT ·panelBF16(SB), NOSPLIT, $0-80
	MOVQ  shape+64(FP), R12
	LDTILECFG_R12
	MOVQ  c+0(FP), R13
	MOVQ  ldc+8(FP), R8
	SHLQ  $2, R8
	MOVQ  a+16(FP), R9
	MOVQ  rows+24(FP), R10 // to the next 32 columns of A, in bytes
	SHLQ  $6, R10
	MOVQ  m+32(FP), R15
	MOVQ  sums+72(FP), DX
	KMOVQ mask+56(FP), K1
	KSHIFTRQ $16, K1, K2
	MOVQ  $128, AX
	MOVQ  $64, CX

block:
	MOVQ R9, SI
	LEAQ 1024(R9), DI
	MOVQ panel+40(FP), BX
	MOVQ depth+48(FP), R11
	ZERO_SUMS

deeper:
	MULTIPLY(TDPBF16PS)
	ADDQ R10, SI
	ADDQ R10, DI
	ADDQ $2048, BX
	DECQ R11
	JNZ  deeper

	MOVQ sums+72(FP), DX
	STORE_SUMS
	MOVQ $32, R11
	CMPQ R15, R11
	JGE  whole
	MOVQ R15, R11

whole:
	SUBQ R11, R15
	MOVQ R13, DI

row:
	OUT(0, K1)
	OUT(64, K2)
	ADDQ $128, DX
	ADDQ R8, DI
	DECQ R11
	JNZ  row

	MOVQ  DI, R13
	ADDQ  $2048, R9
	TESTQ R15, R15
	JNZ   block

	TILERELEASE
	VZEROUPPER
	RET

// ROUND sets Z2 to the numbers of Z0 and those of Z1, rounded: VCVTNE2PS2BF16, which the assembler does not know.
#define ROUND BYTE $0x62; BYTE $0xF2; BYTE $0x77; BYTE $0x48; BYTE $0x72; BYTE $0xD0

// The places of pairs: an element of the first half, one of the second.
DATA pairing<>+0(SB)/8, $0x0011000100100000
DATA pairing<>+8(SB)/8, $0x0013000300120002
DATA pairing<>+16(SB)/8, $0x0015000500140004
DATA pairing<>+24(SB)/8, $0x0017000700160006
DATA pairing<>+32(SB)/8, $0x0019000900180008
DATA pairing<>+40(SB)/8, $0x001b000b001a000a
DATA pairing<>+48(SB)/8, $0x001d000d001c000c
DATA pairing<>+56(SB)/8, $0x001f000f001e000e
GLOBL pairing<>(SB), RODATA|NOPTR, $64

// func roundPairsBF16(dst *uint16, src *float32, pairs int)
TEXT ·roundPairsBF16(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ pairs+16(FP), CX
	VMOVDQU64 pairing<>(SB), Z3

pair:
	VMOVUPS   (SI), Z0
	VMOVUPS   128(SI), Z1
	ROUND
	VPERMW    Z2, Z3, Z4
	VMOVDQU64 Z4, (DI)
	VMOVUPS   64(SI), Z0
	VMOVUPS   192(SI), Z1
	ROUND
	VPERMW    Z2, Z3, Z4
	VMOVDQU64 Z4, 64(DI)
	ADDQ $256, SI
	ADDQ $128, DI
	DECQ CX
	JNZ  pair
	VZEROUPPER
	RET

// func roundRowBF16(dst *uint16, src *float32, strips int)
TEXT ·roundRowBF16(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ strips+16(FP), CX

strip:
	VMOVUPS   (SI), Z0
	VMOVUPS   64(SI), Z1
	ROUND
	VMOVDQU64 Z2, (DI)
	ADDQ $128, SI
	ADDQ $64, DI
	DECQ CX
	JNZ  strip
	VZEROUPPER
	RET
