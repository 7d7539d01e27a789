#include "textflag.h"

#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#define V10 Y10
#define V11 Y11
#define V12 Y12
#define V13 Y13
#define V14 Y14
#define BYTES 32

#define LOAD(at, v) VMOVUPS at, v
#define STORE(v, at) VMOVUPS v, at
#define LOAD_SOME(at, v) VMASKMOVPS at, Y15, v
#define STORE_SOME(v, at) VMASKMOVPS v, Y15, at

// MASK makes those with SOME act on the first CX elements. The mask comes from columnMasks:
// a row of set lanes, then a row of unset ones.
#define MASK \
	LEAQ    ·columnMasks+256(SB), R15 \
	SHLQ    $2, CX                    \
	SUBQ    CX, R15                   \
	VMOVUPS (R15), Y15

#define EACH(STEP) \
	XORQ    AX, AX             \
	SUBQ    $8, CX             \
	JLT     some               \
whole:                         \
	STEP(LOAD, STORE)          \
	ADDQ    $8, AX             \
	SUBQ    $8, CX             \
	JGE     whole              \
some:                          \
	ADDQ    $8, CX             \
	JEQ     done               \
	MASK                       \
	STEP(LOAD_SOME, STORE_SOME) \
done:                          \
	VZEROUPPER                 \
	RET

// The shifts drop the sign; elements below the normal range have an exponent of 0.
#define FLUSH(v, t) \
	VPSLLD   $1, v, t   \
	VPSRLD   $24, t, t  \
	VPXOR    Y7, Y7, Y7 \
	VPCMPEQD Y7, t, t   \
	VPANDN   v, t, v

// Sums over whole sixteens: Y8 … have the lanes.

#define SIXTEENS(STEP) \
	MOVQ lanes+0(FP), DI  \
	MOVQ x_base+8(FP), SI \
	MOVQ x_len+16(FP), CX \
	VXORPD Y8, Y8, Y8    \
	VXORPD Y9, Y9, Y9    \
	VXORPD Y10, Y10, Y10    \
	VXORPD Y11, Y11, Y11    \
sixteen:                      \
	STEP(0, Y0, Y4, Y8) \
	STEP(16, Y1, Y5, Y9) \
	STEP(32, Y2, Y6, Y10) \
	STEP(48, Y3, Y7, Y11) \
	ADDQ $64, SI          \
	ADDQ $64, BX          \
	SUBQ $16, CX          \
	JGT  sixteen          \
	VMOVUPD Y8, 0(DI) \
	VMOVUPD Y9, 32(DI) \
	VMOVUPD Y10, 64(DI) \
	VMOVUPD Y11, 96(DI) \
	VZEROUPPER            \
	RET

#define SUM_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VADDPD v, lanes, lanes

// Y12 is the center.
#define SQUARES_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VSUBPD Y12, v, v       \
	VMULPD v, v, v        \
	VADDPD v, lanes, lanes

#define DOT_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VCVTPS2PD at(BX), w   \
	VFMADD231PD v, w, lanes

#include "elementwise_amd64.h"
#include "transformer_amd64.h"

// func addAVX2(dst, row []float32)
TEXT ·addAVX2(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	EACH(ADD_STEP)

// func addScaledAVX2(dst, row []float32, factor float32)
TEXT ·addScaledAVX2(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	VBROADCASTSS factor+48(FP), V2
	EACH(ADD_SCALED_STEP)

// func leakyAVX2(dst, row []float32, slope float32)
TEXT ·leakyAVX2(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	VBROADCASTSS slope+48(FP), V2
	EACH(LEAKY_STEP)

// func expAVX2(dst, row []float32)
TEXT ·expAVX2(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	POWERS
	EACH(EXP_STEP)

// func adamAVX2(w, g, m, v []float32, c *[7]float32)
TEXT ·adamAVX2(SB), NOSPLIT, $0-104
	ADAM_ARGUMENTS
	EACH(ADAM_STEP)

// func cellAVX2(h, c, tanhC, gates, c0 []float32)
TEXT ·cellAVX2(SB), NOSPLIT, $0-120
	CELL_ARGUMENTS
	EACH(CELL_STEP)

// func cellBackAVX2(dgates, dc, dh, gates, tanhC, c0 []float32)
TEXT ·cellBackAVX2(SB), NOSPLIT, $0-144
	CELL_BACK_ARGUMENTS
	EACH(CELL_BACK_STEP)

// func geluAVX2(dst, row []float32)
TEXT ·geluAVX2(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	TAILS
	VXORPS V7, V7, V7
	EACH(GELU_STEP)

// func geluBackAVX2(dx, dy, x []float32)
TEXT ·geluBackAVX2(SB), NOSPLIT, $0-72
	BACK_ARGUMENTS
	TAILS
	POWERS
	EACH(GELU_BACK_STEP)

// func geluTanhAVX2(dst, row []float32)
TEXT ·geluTanhAVX2(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_STEP)

// func geluTanhBackAVX2(dx, dy, x []float32)
TEXT ·geluTanhBackAVX2(SB), NOSPLIT, $0-72
	BACK_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_BACK_STEP)

// func expScaledAVX2(dst, row []float32, scale, shift float32)
TEXT ·expScaledAVX2(SB), NOSPLIT, $0-56
	VECTOR_ARGUMENTS
	VBROADCASTSS scale+48(FP), V9
	VBROADCASTSS shift+52(FP), V10
	POWERS
	EACH(EXP_SCALED_STEP)

// func multiplyAVX2(dst []float32, factor float32)
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-28
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	VBROADCASTSS factor+24(FP), V2
	EACH(MULTIPLY_STEP)

// func softmaxBackAVX2(dx, dy, x []float32, scale, mean float32)
TEXT ·softmaxBackAVX2(SB), NOSPLIT, $0-80
	BACK_ARGUMENTS
	VBROADCASTSS scale+72(FP), V8
	VBROADCASTSS mean+76(FP), V9
	EACH(SOFTMAX_BACK_STEP)

// func normalizeAVX2(dst, row, gain, bias []float32, mean, inverse float32)
TEXT ·normalizeAVX2(SB), NOSPLIT, $0-104
	VECTOR_ARGUMENTS
	MOVQ gain_base+48(FP), BX
	MOVQ bias_base+72(FP), DX
	VBROADCASTSS mean+96(FP), V8
	VBROADCASTSS inverse+100(FP), V9
	EACH(NORMALIZE_STEP)

// func gainBackAVX2(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
TEXT ·gainBackAVX2(SB), NOSPLIT, $0-152
	GAIN_BACK_ARGUMENTS
	VBROADCASTSS mean+144(FP), V8
	VBROADCASTSS inverse+148(FP), V9
	EACH(GAIN_BACK_STEP)

// func normalizeBackAVX2(dst, row []float32, mean, inverse, level, along float32)
TEXT ·normalizeBackAVX2(SB), NOSPLIT, $0-64
	VECTOR_ARGUMENTS
	VBROADCASTSS mean+48(FP), V8
	VBROADCASTSS inverse+52(FP), V9
	VBROADCASTSS level+56(FP), V10
	VBROADCASTSS along+60(FP), V11
	EACH(NORMALIZE_BACK_STEP)

// func sumAVX2(lanes *[16]float64, x []float32)
TEXT ·sumAVX2(SB), NOSPLIT, $0-32
	SIXTEENS(SUM_STEP)

// func sumSquaresAVX2(lanes *[16]float64, x []float32, center float64)
TEXT ·sumSquaresAVX2(SB), NOSPLIT, $0-40
	VBROADCASTSD center+32(FP), Y12
	SIXTEENS(SQUARES_STEP)

// func dotAVX2(lanes *[16]float64, x, y []float32)
TEXT ·dotAVX2(SB), NOSPLIT, $0-56
	MOVQ y_base+32(FP), BX
	SIXTEENS(DOT_STEP)

// For one or more whole sixteens.

// func largestAVX2(most *lanes, x []float32)
TEXT ·largestAVX2(SB), NOSPLIT, $0-32
	MOVQ most+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VMOVUPS (DI), Y8
	VMOVUPS 32(DI), Y9

sixteen:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMAXPS  Y8, Y0, Y8
	VMAXPS  Y9, Y1, Y9
	ADDQ    $64, SI
	SUBQ    $16, CX
	JGT     sixteen
	VMOVUPS Y8, (DI)
	VMOVUPS Y9, 32(DI)
	VZEROUPPER
	RET
