#include "textflag.h"

#define QUANTIZE_ARGUMENTS \
	MOVQ dst_base+0(FP), DI \
	MOVQ x_base+24(FP), SI  \
	MOVQ x_len+32(FP), CX   \
	MOVL $128, AX           \
	MOVQ AX, X9

// All for one or more whole sixteens.

// func magnitudeAVX512(most *[16]int32, x []float32)
TEXT ·magnitudeAVX512(SB), NOSPLIT, $0-32
	MOVQ most+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VMOVDQU32 (DI), Z8
	VMOVDQU32 ·signless(SB), Z9

sixteen:
	VPANDD  (SI), Z9, Z0
	VPMAXSD Z0, Z8, Z8
	ADDQ    $64, SI
	SUBQ    $16, CX
	JGT     sixteen
	VMOVDQU32 Z8, (DI)
	VZEROUPPER
	RET

// func magnitudeAVX2(most *[16]int32, x []float32)
TEXT ·magnitudeAVX2(SB), NOSPLIT, $0-32
	MOVQ most+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VMOVDQU (DI), Y8
	VMOVDQU 32(DI), Y9
	VMOVDQU ·signless(SB), Y10

sixteen:
	VPAND   (SI), Y10, Y0
	VPAND   32(SI), Y10, Y1
	VPMAXSD Y0, Y8, Y8
	VPMAXSD Y1, Y9, Y9
	ADDQ    $64, SI
	SUBQ    $16, CX
	JGT     sixteen
	VMOVDQU Y8, (DI)
	VMOVDQU Y9, 32(DI)
	VZEROUPPER
	RET

// Products are rounded to whole numbers, the nearest, ties to even.

// func quantizeAVX512(dst []uint8, x []float32, factor float32)
TEXT ·quantizeAVX512(SB), NOSPLIT, $0-52
	QUANTIZE_ARGUMENTS
	VBROADCASTSS factor+48(FP), Z8
	VPBROADCASTD X9, Z9

sixteen:
	VMULPS    (SI), Z8, Z0
	VCVTPS2DQ Z0, Z0
	VPADDD    Z9, Z0, Z0
	VPMOVDB   Z0, (DI)
	ADDQ      $64, SI
	ADDQ      $16, DI
	SUBQ      $16, CX
	JGT       sixteen
	VZEROUPPER
	RET

// func quantizeAVX2(dst []uint8, x []float32, factor float32)
TEXT ·quantizeAVX2(SB), NOSPLIT, $0-52
	QUANTIZE_ARGUMENTS
	VBROADCASTSS factor+48(FP), Y8
	VPBROADCASTD X9, Y9

sixteen:
	VMULPS    (SI), Y8, Y0
	VMULPS    32(SI), Y8, Y1
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
