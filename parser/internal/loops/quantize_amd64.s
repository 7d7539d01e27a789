#include "textflag.h"

#define QUANTIZE_ARGUMENTS \
	MOVQ dst_base+0(FP), DI \
	MOVQ x_base+24(FP), SI  \
	MOVQ x_len+32(FP), CX   \
	MOVL $128, AX           \
	MOVQ AX, X9

// All for one or more whole sixteens.

#define EXTREMES_ARGUMENTS \
	MOVQ least+0(FP), DI \
	MOVQ most+8(FP), DX  \
	MOVQ x_base+16(FP), SI \
	MOVQ x_len+24(FP), CX

// func extremesAVX512(least, most *[16]int32, x []float32)
TEXT ·extremesAVX512(SB), NOSPLIT, $0-40
	EXTREMES_ARGUMENTS
	VMOVDQU32 (DI), Z7
	VMOVDQU32 (DX), Z8
	VMOVDQU32 ·signless(SB), Z9

sixteen:
	VMOVDQU32 (SI), Z0
	VPSRAD  $31, Z0, Z1
	VPANDD  Z9, Z1, Z1
	VPXORD  Z1, Z0, Z0
	VPMINSD Z0, Z7, Z7
	VPMAXSD Z0, Z8, Z8
	ADDQ    $64, SI
	SUBQ    $16, CX
	JGT     sixteen
	VMOVDQU32 Z7, (DI)
	VMOVDQU32 Z8, (DX)
	VZEROUPPER
	RET

#define EXTREMES(at, v0, v1, least, most) \
	VMOVDQU at(SI), v0   \
	VPSRAD  $31, v0, v1   \
	VPAND   Y10, v1, v1   \
	VPXOR   v1, v0, v0    \
	VPMINSD v0, least, least \
	VPMAXSD v0, most, most

// func extremesAVX2(least, most *[16]int32, x []float32)
TEXT ·extremesAVX2(SB), NOSPLIT, $0-40
	EXTREMES_ARGUMENTS
	VMOVDQU (DI), Y6
	VMOVDQU 32(DI), Y7
	VMOVDQU (DX), Y8
	VMOVDQU 32(DX), Y9
	VMOVDQU ·signless(SB), Y10

sixteen:
	EXTREMES(0, Y0, Y1, Y6, Y8)
	EXTREMES(32, Y2, Y3, Y7, Y9)
	ADDQ $64, SI
	SUBQ $16, CX
	JGT  sixteen
	VMOVDQU Y6, (DI)
	VMOVDQU Y7, 32(DI)
	VMOVDQU Y8, (DX)
	VMOVDQU Y9, 32(DX)
	VZEROUPPER
	RET

// What is above the middle is scaled and rounded to whole numbers, the nearest, ties to even.

// func quantizeAVX512(dst []uint8, x []float32, middle, factor float32)
TEXT ·quantizeAVX512(SB), NOSPLIT, $0-56
	QUANTIZE_ARGUMENTS
	VBROADCASTSS middle+48(FP), Z7
	VBROADCASTSS factor+52(FP), Z8
	VPBROADCASTD X9, Z9

sixteen:
	VMOVUPS   (SI), Z0
	VSUBPS    Z7, Z0, Z0
	VMULPS    Z0, Z8, Z0
	VCVTPS2DQ Z0, Z0
	VPADDD    Z9, Z0, Z0
	VPMOVDB   Z0, (DI)
	ADDQ      $64, SI
	ADDQ      $16, DI
	SUBQ      $16, CX
	JGT       sixteen
	VZEROUPPER
	RET

// func quantizeAVX2(dst []uint8, x []float32, middle, factor float32)
TEXT ·quantizeAVX2(SB), NOSPLIT, $0-56
	QUANTIZE_ARGUMENTS
	VBROADCASTSS middle+48(FP), Y7
	VBROADCASTSS factor+52(FP), Y8
	VPBROADCASTD X9, Y9

sixteen:
	VMOVUPS   (SI), Y0
	VMOVUPS   32(SI), Y1
	VSUBPS    Y7, Y0, Y0
	VSUBPS    Y7, Y1, Y1
	VMULPS    Y0, Y8, Y0
	VMULPS    Y1, Y8, Y1
	VCVTPS2DQ Y0, Y0
	VCVTPS2DQ Y1, Y1
	VPADDD    Y9, Y0, Y0
	VPADDD    Y9, Y1, Y1
	VPACKUSDW Y1, Y0, Y0
	VPERMQ    $0xd8, Y0, Y0 // words in order
	VEXTRACTI128 $1, Y0, X1
	VPACKUSWB X1, X0, X0
	VMOVDQU   X0, (DI)
	ADDQ      $64, SI
	ADDQ      $16, DI
	SUBQ      $16, CX
	JGT       sixteen
	VZEROUPPER
	RET
