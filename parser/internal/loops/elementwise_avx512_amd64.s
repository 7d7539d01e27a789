#include "textflag.h"

#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define V9 Z9
#define V10 Z10
#define V11 Z11
#define V12 Z12
#define V13 Z13
#define V14 Z14
#define BYTES 64

#define LOAD(at, v) VMOVUPS at, v
#define STORE(v, at) VMOVUPS v, at
#define LOAD_SOME(at, v) VMOVUPS.Z at, K1, v
#define STORE_SOME(v, at) VMOVUPS v, K1, at

// MASK makes those with SOME act on the first CX elements.
#define MASK \
	MOVL  $1, R15 \
	SHLL  CX, R15 \
	DECL  R15     \
	KMOVW R15, K1

#define EACH(STEP) \
	XORQ  AX, AX               \
	SUBQ  $16, CX              \
	JLT   some                 \
whole:                         \
	STEP(LOAD, STORE)          \
	ADDQ  $16, AX              \
	SUBQ  $16, CX              \
	JGE   whole                \
some:                          \
	ADDQ  $16, CX              \
	JEQ   done                 \
	MASK                       \
	STEP(LOAD_SOME, STORE_SOME) \
done:                          \
	VZEROUPPER                 \
	RET

// The shifts drop the sign; elements below the normal range have an exponent of 0.
#define FLUSH(v, t) \
	VPSLLD    $1, v, t  \
	VPSRLD    $24, t, t \
	VPTESTMD  t, t, K2  \
	VMOVUPS.Z v, K2, v

// Sums over whole sixteens: Z8 … have the lanes.

#define SIXTEENS(STEP) \
	MOVQ lanes+0(FP), DI  \
	MOVQ x_base+8(FP), SI \
	MOVQ x_len+16(FP), CX \
	VXORPD Z8, Z8, Z8    \
	VXORPD Z9, Z9, Z9    \
sixteen:                      \
	STEP(0, Z0, Z4, Z8) \
	STEP(32, Z1, Z5, Z9) \
	ADDQ $64, SI          \
	ADDQ $64, BX          \
	SUBQ $16, CX          \
	JGT  sixteen          \
	VMOVUPD Z8, 0(DI) \
	VMOVUPD Z9, 64(DI) \
	VZEROUPPER            \
	RET

#define SUM_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VADDPD v, lanes, lanes

// Z12 is the center.
#define SQUARES_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VSUBPD Z12, v, v       \
	VMULPD v, v, v        \
	VADDPD v, lanes, lanes

#define DOT_STEP(at, v, w, lanes) \
	VCVTPS2PD at(SI), v   \
	VCVTPS2PD at(BX), w   \
	VFMADD231PD v, w, lanes

#include "elementwise_amd64.h"
#include "transformer_amd64.h"

// func addAVX512(dst, row []float32)
TEXT ·addAVX512(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	EACH(ADD_STEP)

// func addScaledAVX512(dst, row []float32, factor float32)
TEXT ·addScaledAVX512(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	VBROADCASTSS factor+48(FP), V2
	EACH(ADD_SCALED_STEP)

// func leakyAVX512(dst, row []float32, slope float32)
TEXT ·leakyAVX512(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	VBROADCASTSS slope+48(FP), V2
	EACH(LEAKY_STEP)

// func expAVX512(dst, row []float32)
TEXT ·expAVX512(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	POWERS
	EACH(EXP_STEP)

// func adamAVX512(w, g, m, v []float32, c *[7]float32)
TEXT ·adamAVX512(SB), NOSPLIT, $0-104
	ADAM_ARGUMENTS
	EACH(ADAM_STEP)

// func cellAVX512(h, c, tanhC, gates, c0 []float32)
TEXT ·cellAVX512(SB), NOSPLIT, $0-120
	CELL_ARGUMENTS
	EACH(CELL_STEP)

// func cellBackAVX512(dgates, dc, dh, gates, tanhC, c0 []float32)
TEXT ·cellBackAVX512(SB), NOSPLIT, $0-144
	CELL_BACK_ARGUMENTS
	EACH(CELL_BACK_STEP)

// func geluAVX512(dst, row []float32)
TEXT ·geluAVX512(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	TAILS
	VXORPS V7, V7, V7
	EACH(GELU_STEP)

// func geluBackAVX512(dx, dy, x []float32)
TEXT ·geluBackAVX512(SB), NOSPLIT, $0-72
	BACK_ARGUMENTS
	TAILS
	POWERS
	EACH(GELU_BACK_STEP)

// func geluTanhAVX512(dst, row []float32)
TEXT ·geluTanhAVX512(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_STEP)

// func geluTanhBackAVX512(dx, dy, x []float32)
TEXT ·geluTanhBackAVX512(SB), NOSPLIT, $0-72
	BACK_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_BACK_STEP)

// func expScaledAVX512(dst, row []float32, scale, shift float32)
TEXT ·expScaledAVX512(SB), NOSPLIT, $0-56
	VECTOR_ARGUMENTS
	VBROADCASTSS scale+48(FP), V9
	VBROADCASTSS shift+52(FP), V10
	POWERS
	EACH(EXP_SCALED_STEP)

// func multiplyAVX512(dst []float32, factor float32)
TEXT ·multiplyAVX512(SB), NOSPLIT, $0-28
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	VBROADCASTSS factor+24(FP), V2
	EACH(MULTIPLY_STEP)

// func softmaxBackAVX512(dx, dy, x []float32, scale, mean float32)
TEXT ·softmaxBackAVX512(SB), NOSPLIT, $0-80
	BACK_ARGUMENTS
	VBROADCASTSS scale+72(FP), V8
	VBROADCASTSS mean+76(FP), V9
	EACH(SOFTMAX_BACK_STEP)

// func normalizeAVX512(dst, row, gain, bias []float32, mean, inverse float32)
TEXT ·normalizeAVX512(SB), NOSPLIT, $0-104
	VECTOR_ARGUMENTS
	MOVQ gain_base+48(FP), BX
	MOVQ bias_base+72(FP), DX
	VBROADCASTSS mean+96(FP), V8
	VBROADCASTSS inverse+100(FP), V9
	EACH(NORMALIZE_STEP)

// func gainBackAVX512(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
TEXT ·gainBackAVX512(SB), NOSPLIT, $0-152
	GAIN_BACK_ARGUMENTS
	VBROADCASTSS mean+144(FP), V8
	VBROADCASTSS inverse+148(FP), V9
	EACH(GAIN_BACK_STEP)

// func normalizeBackAVX512(dst, row []float32, mean, inverse, level, along float32)
TEXT ·normalizeBackAVX512(SB), NOSPLIT, $0-64
	VECTOR_ARGUMENTS
	VBROADCASTSS mean+48(FP), V8
	VBROADCASTSS inverse+52(FP), V9
	VBROADCASTSS level+56(FP), V10
	VBROADCASTSS along+60(FP), V11
	EACH(NORMALIZE_BACK_STEP)

// func sumAVX512(lanes *[16]float64, x []float32)
TEXT ·sumAVX512(SB), NOSPLIT, $0-32
	SIXTEENS(SUM_STEP)

// func sumSquaresAVX512(lanes *[16]float64, x []float32, center float64)
TEXT ·sumSquaresAVX512(SB), NOSPLIT, $0-40
	VBROADCASTSD center+32(FP), Z12
	SIXTEENS(SQUARES_STEP)

// func dotAVX512(lanes *[16]float64, x, y []float32)
TEXT ·dotAVX512(SB), NOSPLIT, $0-56
	MOVQ y_base+32(FP), BX
	SIXTEENS(DOT_STEP)

// For one or more whole sixteens.

// func largestAVX512(most *lanes, x []float32)
TEXT ·largestAVX512(SB), NOSPLIT, $0-32
	MOVQ most+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VMOVUPS (DI), Z8

sixteen:
	VMOVUPS (SI), Z0
	VMAXPS  Z8, Z0, Z8
	ADDQ    $64, SI
	SUBQ    $16, CX
	JGT     sixteen
	VMOVUPS Z8, (DI)
	VZEROUPPER
	RET

// SUM16 adds float32s, V3, to float64s, whose lanes are Z15 and Z16.
#define SUM16 \
	VCVTPS2PD     Y3, Z4        \
	VADDPD        Z4, Z15, Z15  \
	VEXTRACTF64X4 $1, Z3, Y4    \
	VCVTPS2PD     Y4, Z4        \
	VADDPD        Z4, Z16, Z16

// The passes of Softmax over a row, which is often so short that calls would take longer. K1 says what is left
// after whole sixteens. That stays in Z17, since reading what was just written with a mask has to wait.

// func softmaxAVX512(x []float32, scale float32)
TEXT ·softmaxAVX512(SB), NOSPLIT, $0-28
	MOVQ x_base+0(FP), DI
	MOVQ x_len+8(FP), CX
	VBROADCASTSS scale+24(FP), V9
	VBROADCASTSS (DI), V8
	MOVQ CX, R8
	ANDQ $~15, R8 // where the rest begins
	ANDQ $15, CX
	MASK
	POWERS
	XORQ AX, AX

most:
	CMPQ AX, R8
	JGE  restMost
	VMOVUPS (DI)(AX*4), V0
	VMAXPS  V8, V0, V8
	ADDQ $16, AX
	JMP  most

restMost:
	VMOVAPS V8, Z17
	VMOVUPS (DI)(AX*4), K1, Z17
	VMAXPS  V8, Z17, V8
	VEXTRACTF64X4 $1, Z8, Y0
	VMAXPS  Y8, Y0, Y8
	VEXTRACTF128 $1, Y8, X0
	VMAXPS  X8, X0, X8
	VPERMILPS $0x4e, X8, X0
	VMAXPS  X8, X0, X8
	VPERMILPS $0xb1, X8, X0
	VMAXPS  X8, X0, X8
	VBROADCASTSS X8, V8
	VMULPS  V8, V9, V10
	VPXORD  V7, V7, V7
	VSUBPS  V10, V7, V10 // the shift
	VPXORD  Z15, Z15, Z15
	VPXORD  Z16, Z16, Z16
	XORQ AX, AX

powers:
	CMPQ AX, R8
	JGE  restPowers
	VMOVUPS     (DI)(AX*4), V0
	VFMADD213PS V10, V9, V0
	EXP
	VMOVUPS     V3, (DI)(AX*4)
	SUM16
	ADDQ $16, AX
	JMP  powers

restPowers:
	VMOVAPS     Z17, V0
	VFMADD213PS V10, V9, V0
	EXP
	VMOVUPS.Z   V3, K1, V3
	VMOVAPS     V3, Z17
	SUM16
	VADDPD Z16, Z15, Z15
	VEXTRACTF64X4 $1, Z15, Y4
	VADDPD Y4, Y15, Y15
	VEXTRACTF128 $1, Y15, X4
	VADDPD X4, X15, X15
	VPERMILPD $1, X15, X4
	VADDSD X4, X15, X15
	MOVQ   $0x3ff0000000000000, AX // 1
	VMOVQ  AX, X4
	VDIVSD X15, X4, X4
	VCVTSD2SS X4, X4, X4
	VBROADCASTSS X4, V2
	XORQ AX, AX

shares:
	CMPQ AX, R8
	JGE  restShares
	MULTIPLY_STEP(LOAD, STORE)
	ADDQ $16, AX
	JMP  shares

restShares:
	VMULPS  Z17, V2, Z17
	VMOVUPS Z17, K1, (DI)(AX*4)
	VZEROUPPER
	RET
