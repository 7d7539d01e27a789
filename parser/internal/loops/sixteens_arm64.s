#include "textflag.h"
#include "neon_arm64.h"

// Loops over whole sixteens of elements. V16 … have the lanes.

// EACH16 does STEP on each sixteen of x, in V0 … V3, after OTHER.
#define EACH16(OTHER, STEP) \
	CBZ    R6, done                              \
sixteen:                                             \
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]  \
	OTHER                                        \
	STEP(0, 4, 16, 17)                           \
	STEP(1, 5, 18, 19)                           \
	STEP(2, 6, 20, 21)                           \
	STEP(3, 7, 22, 23)                           \
	SUBS   $16, R6                               \
	BNE    sixteen                               \
done:

#define NOTHING

// SUMS does the same for lanes of float64s, and returns.
#define SUMS(OTHER, STEP) \
	MOVD   lanes+0(FP), R0                           \
	MOVD   x_base+8(FP), R1                          \
	MOVD   x_len+16(FP), R6                          \
	ADD    $64, R0, R2                               \
	VLD1   (R0), [V16.D2, V17.D2, V18.D2, V19.D2]    \
	VLD1   (R2), [V20.D2, V21.D2, V22.D2, V23.D2]    \
	EACH16(OTHER, STEP)                              \
	VST1   [V16.D2, V17.D2, V18.D2, V19.D2], (R0)    \
	VST1   [V20.D2, V21.D2, V22.D2, V23.D2], (R2)    \
	RET

// MOST does it for lanes of 32 bits, in even registers, and returns.
#define MOST(STEP) \
	MOVD  most+0(FP), R0      \
	MOVD  x_base+8(FP), R1    \
	MOVD  x_len+16(FP), R6    \
	FMOVQ (R0), F16           \
	FMOVQ 16(R0), F18         \
	FMOVQ 32(R0), F20         \
	FMOVQ 48(R0), F22         \
	EACH16(NOTHING, STEP)     \
	FMOVQ F16, (R0)           \
	FMOVQ F18, 16(R0)         \
	FMOVQ F20, 32(R0)         \
	FMOVQ F22, 48(R0)         \
	RET

#define CONVERT_ARGUMENTS \
	MOVD dst_base+0(FP), R0 \
	MOVD x_base+24(FP), R1  \
	MOVD x_len+32(FP), R6

#define WIDEN(x) \
	DWIDEN(x, 24)  \
	DWIDEN2(x, 25)

#define ADD_BOTH(low, high) \
	DADD(24, low, low)  \
	DADD(25, high, high)

#define SUM(x, y, low, high) \
	WIDEN(x)            \
	ADD_BOTH(low, high)

// func sumNEON(lanes *[16]float64, x []float32)
TEXT ·sumNEON(SB), NOSPLIT, $0-32
	SUMS(NOTHING, SUM)

// V28 is the center.
#define SUM_SQUARE(x, y, low, high) \
	WIDEN(x)            \
	DSUB(28, 24, 24)    \
	DSUB(28, 25, 25)    \
	DMUL(24, 24, 24)    \
	DMUL(25, 25, 25)    \
	ADD_BOTH(low, high)

// func sumSquaresNEON(lanes *[16]float64, x []float32, center float64)
TEXT ·sumSquaresNEON(SB), NOSPLIT, $0-40
	FMOVD center+32(FP), F28
	VDUP  V28.D[0], V28.D2
	SUMS(NOTHING, SUM_SQUARE)

#define LOAD_Y VLD1.P 64(R3), [V4.S4, V5.S4, V6.S4, V7.S4]

#define SUM_PRODUCT(x, y, low, high) \
	WIDEN(x)            \
	DWIDEN(y, 26)       \
	DWIDEN2(y, 27)      \
	DMUL(26, 24, 24)    \
	DMUL(27, 25, 25)    \
	ADD_BOTH(low, high)

// func dotNEON(lanes *[16]float64, x, y []float32)
TEXT ·dotNEON(SB), NOSPLIT, $0-56
	MOVD y_base+32(FP), R3
	SUMS(LOAD_Y, SUM_PRODUCT)

#define LARGER(x, y, most, none) \
	FCMGT(most, x, 24) \
	BIT(24, x, most)

// func largestNEON(most *lanes, x []float32)
TEXT ·largestNEON(SB), NOSPLIT, $0-32
	MOST(LARGER)

// EXTREME turns x into whole numbers of the same order; V27 has all bits but the sign.
#define EXTREME(x, y, most, least) \
	SIGN(x, 24)                       \
	VAND V27.B16, V24.B16, V24.B16    \
	EOR(24, x, x)                     \
	SMAX(x, most, most)               \
	SMIN(x, least, least)

// func extremesNEON(least, most *[16]int32, x []float32)
TEXT ·extremesNEON(SB), NOSPLIT, $0-40
	MOVD  least+0(FP), R2
	MOVD  most+8(FP), R0
	MOVD  x_base+16(FP), R1
	MOVD  x_len+24(FP), R6
	FMOVQ (R0), F16
	FMOVQ 16(R0), F18
	FMOVQ 32(R0), F20
	FMOVQ 48(R0), F22
	FMOVQ (R2), F17
	FMOVQ 16(R2), F19
	FMOVQ 32(R2), F21
	FMOVQ 48(R2), F23
	MOVD  $0x7fffffff, R3
	VDUP  R3, V27.S4
	EACH16(NOTHING, EXTREME)
	FMOVQ F16, (R0)
	FMOVQ F18, 16(R0)
	FMOVQ F20, 32(R0)
	FMOVQ F22, 48(R0)
	FMOVQ F17, (R2)
	FMOVQ F19, 16(R2)
	FMOVQ F21, 32(R2)
	FMOVQ F23, 48(R2)
	RET

// V24 is the factor, V25 is Zero, V26 the middle.
#define ROUND(x) \
	FSUB(26, x, x)  \
	FMUL(24, x, x)  \
	FCVTNS(x, x)

// func quantizeNEON(dst []uint8, x []float32, middle, factor float32)
TEXT ·quantizeNEON(SB), NOSPLIT, $0-56
	CONVERT_ARGUMENTS
	FMOVS middle+48(FP), F26
	VDUP  V26.S[0], V26.S4
	FMOVS factor+52(FP), F24
	VDUP  V24.S[0], V24.S4
	MOVD  $128, R2
	VDUP  R2, V25.B16
	CBZ   R6, done

sixteen:
	VLD1.P  64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	ROUND(0)
	ROUND(1)
	ROUND(2)
	ROUND(3)
	VUZP1   V1.H8, V0.H8, V0.H8
	VUZP1   V3.H8, V2.H8, V2.H8
	VUZP1   V2.B16, V0.B16, V0.B16
	VADD    V25.B16, V0.B16, V0.B16
	FMOVQ.P F0, 16(R0)
	SUBS    $16, R6
	BNE     sixteen

done:
	RET

// V24 and V25 are the bounds.
