#include "textflag.h"
#include "neon_arm64.h"
#include "elementwise_arm64.h"

// GELU, Softmax, LayerNorm and their derivatives; see elementwise_arm64.h. R9 points to geluTerms, V8 is
// the bound of |x|, V9 one half.

#define GELU_TERMS \
	MOVD $·geluTerms(SB), R9 \
	TERM(0, 9, 8)            \
	TERM(1, 9, 9)

#define GELU_ARGUMENTS \
	MOVD dst_base+0(FP), R0  \
	MOVD row_base+24(FP), R1 \
	MOVD row_len+32(FP), R6  \
	GELU_TERMS

#define GELU_BACK_ARGUMENTS \
	MOVD dx_base+0(FP), R0  \
	MOVD dy_base+24(FP), R2 \
	MOVD x_base+48(FP), R1  \
	MOVD x_len+56(FP), R6   \
	GELU_TERMS

// TAIL leaves the size of V0 in V1 and the tail of the normal distribution in V2; it uses V3.
#define TAIL \
	FABS(0, 1)             \
	FMIN(8, 1, 1)          \
	TERM(2, 9, 2)          \
	NEXT(3, 9, 1, 2, 3)    \
	NEXT(4, 9, 1, 3, 2)    \
	NEXT(5, 9, 1, 2, 3)    \
	NEXT(6, 9, 1, 3, 2)    \
	NEXT(7, 9, 1, 2, 3)    \
	NEXT(8, 9, 1, 3, 2)    \
	NEXT(9, 9, 1, 2, 3)    \
	NEXT(10, 9, 1, 3, 2)   \
	FMUL(2, 2, 2)          \
	FMUL(2, 2, 2)          \
	FMUL(2, 2, 2)          \
	FDIV(2, 9, 2)

// V5 is 0.
#define GELU_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	TAIL                  \
	FCMGT(0, 5, 3)        \
	BIC(3, 0, 0)          \
	FMLS(2, 1, 0)         \
	move.P F0, bytes(R0)

// func geluNEON(dst, row []float32)
TEXT ·geluNEON(SB), NOSPLIT, $0-48
	GELU_ARGUMENTS
	VEOR V5.B16, V5.B16, V5.B16
	EACH(GELU_STEP)

#define GELU_BACK_STEP(move, bytes) \
	move.P bytes(R1), F0          \
	TAIL                          \
	VUSHR  $31, V0.S4, V5.S4      \
	VSHL   $31, V5.S4, V5.S4      \ // the sign
	MOVE(1, 6)                    \
	MOVE(2, 7)                    \
	TERM(16, 9, 3)                \
	FMUL(1, 1, 0)                 \
	FMUL(3, 0, 0)                 \
	EXP                           \
	TERM(15, 9, 4)                \
	FMUL(4, 3, 3)                 \ // the density
	FSUB(7, 9, 0)                 \
	FMLA(3, 6, 0)                 \
	VORR   V5.B16, V0.B16, V0.B16 \
	FADD(9, 0, 0)                 \
	move.P bytes(R2), F1          \
	FMUL(0, 1, 0)                 \
	move.P F0, bytes(R0)

// func geluBackNEON(dx, dy, x []float32)
TEXT ·geluBackNEON(SB), NOSPLIT, $0-72
	GELU_BACK_ARGUMENTS
	POWERS
	EACH(GELU_BACK_STEP)

// TANH_FORM loads the lower bound and the coefficients of the slope.
#define TANH_FORM \
	BOUNDS         \
	TERM(14, 9, 5) \
	TERM(11, 9, 6) \
	TERM(12, 9, 7)

#define GELU_TANH_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	FMAX(5, 0, 0)         \
	FMUL(0, 0, 1)         \
	MOVE(6, 2)            \
	FMLA(1, 7, 2)         \ // the slope
	FMUL(2, 0, 1)         \
	TANH(1)               \
	FMUL(9, 0, 0)         \
	MOVE(0, 2)            \
	FMLA(1, 0, 2)         \
	move.P F2, bytes(R0)

// func geluTanhNEON(dst, row []float32)
TEXT ·geluTanhNEON(SB), NOSPLIT, $0-48
	GELU_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_STEP)

#define GELU_TANH_BACK_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	FMAX(5, 0, 0)         \
	FMIN(8, 0, 0)         \
	FMUL(0, 0, 1)         \
	MOVE(6, 2)            \
	FMLA(1, 7, 2)         \
	FMUL(2, 0, 2)         \
	TANH(2)               \
	MOVE(18, 3)           \
	FMLS(2, 2, 3)         \
	FMUL(3, 0, 0)         \
	TERM(13, 9, 3)        \
	MOVE(6, 4)            \
	FMLA(1, 3, 4)         \
	FMUL(4, 0, 0)         \ // steep
	FADD(2, 0, 0)         \
	MOVE(9, 3)            \
	FMLA(9, 0, 3)         \
	move.P bytes(R2), F1  \
	FMUL(3, 1, 0)         \
	move.P F0, bytes(R0)

// func geluTanhBackNEON(dx, dy, x []float32)
TEXT ·geluTanhBackNEON(SB), NOSPLIT, $0-72
	GELU_BACK_ARGUMENTS
	TANH_FORM
	EACH(GELU_TANH_BACK_STEP)

// ALL loads an argument into all lanes.
#define ALL(at, f, v) \
	FMOVS at, f         \
	VDUP  v.S[0], v.S4

// V8 is the scale, V9 the shift.
#define EXP_SCALED_STEP(move, bytes) \
	move.P bytes(R1), F1  \
	MOVE(9, 0)            \
	FMLA(1, 8, 0)         \
	EXP                   \
	move.P F3, bytes(R0)

// func expScaledNEON(dst, row []float32, scale, shift float32)
TEXT ·expScaledNEON(SB), NOSPLIT, $0-56
	MOVD dst_base+0(FP), R0
	MOVD row_base+24(FP), R1
	MOVD row_len+32(FP), R6
	ALL(scale+48(FP), F8, V8)
	ALL(shift+52(FP), F9, V9)
	POWERS
	EACH(EXP_SCALED_STEP)

#define MULTIPLY_STEP(move, bytes) \
	move   (R0), F0       \
	FMUL(8, 0, 0)         \
	move.P F0, bytes(R0)

// func multiplyNEON(dst []float32, factor float32)
TEXT ·multiplyNEON(SB), NOSPLIT, $0-28
	MOVD dst_base+0(FP), R0
	MOVD dst_len+8(FP), R6
	ALL(factor+24(FP), F8, V8)
	EACH(MULTIPLY_STEP)

// V8 is the scale, V9 the mean.
#define SOFTMAX_BACK_STEP(move, bytes) \
	move.P bytes(R2), F0  \
	move.P bytes(R1), F1  \
	FSUB(9, 0, 0)         \
	FMUL(8, 1, 1)         \
	FMUL(1, 0, 0)         \
	move.P F0, bytes(R0)

// func softmaxBackNEON(dx, dy, x []float32, scale, mean float32)
TEXT ·softmaxBackNEON(SB), NOSPLIT, $0-80
	MOVD dx_base+0(FP), R0
	MOVD dy_base+24(FP), R2
	MOVD x_base+48(FP), R1
	MOVD x_len+56(FP), R6
	ALL(scale+72(FP), F8, V8)
	ALL(mean+76(FP), F9, V9)
	EACH(SOFTMAX_BACK_STEP)

// In what follows V8 is the mean, V9 its inverse standard deviation, and T makes V0 normal.
#define T \
	FSUB(8, 0, 0) \
	FMUL(9, 0, 0)

#define NORMALIZE_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	move.P bytes(R2), F1  \
	move.P bytes(R3), F2  \
	T                     \
	FMLA(1, 0, 2)         \
	move.P F2, bytes(R0)

// func normalizeNEON(dst, row, gain, bias []float32, mean, inverse float32)
TEXT ·normalizeNEON(SB), NOSPLIT, $0-104
	MOVD dst_base+0(FP), R0
	MOVD row_base+24(FP), R1
	MOVD row_len+32(FP), R6
	MOVD gain_base+48(FP), R2
	MOVD bias_base+72(FP), R3
	ALL(mean+96(FP), F8, V8)
	ALL(inverse+100(FP), F9, V9)
	EACH(NORMALIZE_STEP)

#define GAIN_BACK_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	move.P bytes(R2), F1  \
	move   (R3), F2       \
	move   (R4), F3       \
	move.P bytes(R5), F4  \
	T                     \
	FMLA(0, 1, 2)         \
	FADD(1, 3, 3)         \
	FMUL(1, 4, 4)         \
	move.P F2, bytes(R3)  \
	move.P F3, bytes(R4)  \
	move.P F4, bytes(R0)

// func gainBackNEON(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
TEXT ·gainBackNEON(SB), NOSPLIT, $0-152
	MOVD dx_base+0(FP), R0
	MOVD dgain_base+24(FP), R3
	MOVD dbias_base+48(FP), R4
	MOVD dy_base+72(FP), R2
	MOVD x_base+96(FP), R1
	MOVD x_len+104(FP), R6
	MOVD gain_base+120(FP), R5
	ALL(mean+144(FP), F8, V8)
	ALL(inverse+148(FP), F9, V9)
	EACH(GAIN_BACK_STEP)

// V10 is the level and V11 how far it goes along.
#define NORMALIZE_BACK_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	move   (R0), F1       \
	T                     \
	FSUB(10, 1, 1)        \
	FMLS(11, 0, 1)        \
	FMUL(9, 1, 1)         \
	move.P F1, bytes(R0)

// func normalizeBackNEON(dst, row []float32, mean, inverse, level, along float32)
TEXT ·normalizeBackNEON(SB), NOSPLIT, $0-64
	MOVD dst_base+0(FP), R0
	MOVD row_base+24(FP), R1
	MOVD row_len+32(FP), R6
	ALL(mean+48(FP), F8, V8)
	ALL(inverse+52(FP), F9, V9)
	ALL(level+56(FP), F10, V10)
	ALL(along+60(FP), F11, V11)
	EACH(NORMALIZE_BACK_STEP)
