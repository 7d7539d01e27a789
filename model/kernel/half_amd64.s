#include "textflag.h"

// All for one or more whole sixteens. Halves are rounded to nearest, ties to even (0).

#define HALF_ARGUMENTS \
	MOVQ dst_base+0(FP), DI \
	MOVQ x_base+24(FP), SI  \
	MOVQ x_len+32(FP), CX

// BOUNDED loads numbers within ±65504; NaNs stay.
#define BOUNDED(at, least, largest, v) \
	VMOVUPS at, v         \
	VMINPS  v, largest, v \
	VMAXPS  v, least, v

#define NEXT(single, half) \
	ADDQ $single, SI \
	ADDQ $half, DI   \
	SUBQ $16, CX

// func toHalfAVX512(dst []Half, x []float32)
TEXT ·toHalfAVX512(SB), NOSPLIT, $0-48
	HALF_ARGUMENTS
	VMOVUPS ·halfBounds+0(SB), Z8
	VMOVUPS ·halfBounds+64(SB), Z9

sixteen:
	BOUNDED((SI), Z8, Z9, Z0)
	VCVTPS2PH $0, Z0, (DI)
	NEXT(64, 32)
	JGT sixteen
	VZEROUPPER
	RET

// func toHalfAVX2(dst []Half, x []float32)
TEXT ·toHalfAVX2(SB), NOSPLIT, $0-48
	HALF_ARGUMENTS
	VMOVUPS ·halfBounds+0(SB), Y8
	VMOVUPS ·halfBounds+64(SB), Y9

sixteen:
	BOUNDED((SI), Y8, Y9, Y0)
	BOUNDED(32(SI), Y8, Y9, Y1)
	VCVTPS2PH $0, Y0, (DI)
	VCVTPS2PH $0, Y1, 16(DI)
	NEXT(64, 32)
	JGT sixteen
	VZEROUPPER
	RET

// func fromHalfAVX512(dst []float32, x []Half)
TEXT ·fromHalfAVX512(SB), NOSPLIT, $0-48
	HALF_ARGUMENTS

sixteen:
	VCVTPH2PS (SI), Z0
	VMOVUPS   Z0, (DI)
	NEXT(32, 64)
	JGT sixteen
	VZEROUPPER
	RET

// func fromHalfAVX2(dst []float32, x []Half)
TEXT ·fromHalfAVX2(SB), NOSPLIT, $0-48
	HALF_ARGUMENTS

sixteen:
	VCVTPH2PS (SI), Y0
	VCVTPH2PS 16(SI), Y1
	VMOVUPS   Y0, (DI)
	VMOVUPS   Y1, 32(DI)
	NEXT(32, 64)
	JGT sixteen
	VZEROUPPER
	RET
