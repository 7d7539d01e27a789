#include "textflag.h"
#include "neon_arm64.h"
#include "elementwise_arm64.h"

#define VECTOR_ARGUMENTS \
	MOVD dst_base+0(FP), R0  \
	MOVD row_base+24(FP), R1 \
	MOVD row_len+32(FP), R6

#define ADD_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	move   (R0), F1       \
	FADD(0, 1, 1)         \
	move.P F1, bytes(R0)

// func addNEON(dst, row []float32)
TEXT ·addNEON(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	EACH(ADD_STEP)

// V2 is the factor.
#define ADD_SCALED_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	move   (R0), F1       \
	FMLA(0, 2, 1)         \
	move.P F1, bytes(R0)

// func addScaledNEON(dst, row []float32, factor float32)
TEXT ·addScaledNEON(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	FMOVS factor+48(FP), F2
	VDUP  V2.S[0], V2.S4
	EACH(ADD_SCALED_STEP)

// V2 is the slope.
#define LEAKY_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	FMUL(2, 0, 1)         \
	FCMGT(0, 1, 3)        \
	BIT(3, 1, 0)          \
	move.P F0, bytes(R0)

// func leakyNEON(dst, row []float32, slope float32)
TEXT ·leakyNEON(SB), NOSPLIT, $0-52
	VECTOR_ARGUMENTS
	FMOVS slope+48(FP), F2
	VDUP  V2.S[0], V2.S4
	EACH(LEAKY_STEP)

#define EXP_STEP(move, bytes) \
	move.P bytes(R1), F0  \
	EXP                   \
	move.P F3, bytes(R0)

// func expNEON(dst, row []float32)
TEXT ·expNEON(SB), NOSPLIT, $0-48
	VECTOR_ARGUMENTS
	POWERS
	EACH(EXP_STEP)

// FLUSH makes elements below the normal range 0, of which V16 is the least; V4 is used.
#define FLUSH(x) \
	FACGT(x, 16, 4) \
	BIC(4, x, x)

// V17 is the rate, V18 the scale, V19 b1, V20 1 − b1, V21 b2, V22 1 − b2, V23 eps.
#define ADAM_STEP(move, bytes) \
	move (R1), F0         \ // g
	move (R2), F1         \ // m
	move (R3), F2         \ // v
	move (R0), F3         \ // w
	FMUL(18, 0, 0)        \
	FMUL(20, 0, 4)        \
	FMUL(22, 0, 5)        \
	FMUL(0, 5, 5)         \
	FMLA(19, 1, 4)        \
	FMLA(21, 2, 5)        \
	MOVE(4, 1)            \
	FLUSH(1)              \
	FLUSH(5)              \
	move.P F1, bytes(R2)  \
	move.P F5, bytes(R3)  \
	FSQRT(5, 5)           \
	FADD(23, 5, 5)        \
	FDIV(5, 1, 1)         \
	FMLS(17, 1, 3)        \
	move.P F3, bytes(R0)  \
	move.P F24, bytes(R1)

// func adamNEON(w, g, m, v []float32, c *[7]float32)
TEXT ·adamNEON(SB), NOSPLIT, $0-104
	MOVD    w_base+0(FP), R0
	MOVD    w_len+8(FP), R6
	MOVD    g_base+24(FP), R1
	MOVD    m_base+48(FP), R2
	MOVD    v_base+72(FP), R3
	MOVD    c+96(FP), R4
	VLD1R.P 4(R4), [V17.S4]
	VLD1R.P 4(R4), [V18.S4]
	VLD1R.P 4(R4), [V19.S4]
	VLD1R.P 4(R4), [V20.S4]
	VLD1R.P 4(R4), [V21.S4]
	VLD1R.P 4(R4), [V22.S4]
	VLD1R   (R4), [V23.S4]
	MOVD    $0x00800000, R5 // the bits of the least normal number
	VDUP    R5, V16.S4
	VEOR    V24.B16, V24.B16, V24.B16
	EACH(ADAM_STEP)

// The blocks of gates are at R3, R4, R5 and R8.
#define GATES \
	ADD R6<<2, R3, R4 \
	ADD R6<<2, R4, R5 \
	ADD R6<<2, R5, R8

#define CELL_STEP(move, bytes) \
	move   (R3), F0       \
	SIGMOID(0)            \ // i
	move.P F0, bytes(R3)  \
	move   (R5), F1       \
	TANH(1)               \ // g
	move.P F1, bytes(R5)  \
	FMUL(1, 0, 0)         \
	move   (R4), F1       \
	SIGMOID(1)            \ // f
	move.P F1, bytes(R4)  \
	move.P bytes(R7), F2  \
	FMLA(2, 1, 0)         \ // c
	move.P F0, bytes(R1)  \
	TANH(0)               \
	move.P F0, bytes(R2)  \
	move   (R8), F1       \
	SIGMOID(1)            \ // o
	move.P F1, bytes(R8)  \
	FMUL(1, 0, 0)         \
	move.P F0, bytes(R0)

// func cellNEON(h, c, tanhC, gates, c0 []float32)
TEXT ·cellNEON(SB), NOSPLIT, $0-120
	MOVD h_base+0(FP), R0
	MOVD h_len+8(FP), R6
	MOVD c_base+24(FP), R1
	MOVD tanhC_base+48(FP), R2
	MOVD gates_base+72(FP), R3
	MOVD c0_base+96(FP), R7
	GATES
	BOUNDS
	EACH(CELL_STEP)

// The blocks of dgates are at R10 … R13. V18 is 1.
#define CELL_BACK_STEP(move, bytes) \
	move.P bytes(R2), F0   \ // dh
	move.P bytes(R7), F1   \ // t
	move.P bytes(R8), F2   \ // o
	move   (R1), F3        \ // dc
	FMUL(2, 0, 4)          \
	MOVE(18, 5)            \
	FMLS(1, 1, 5)          \
	FMLA(5, 4, 3)          \ // d
	FMUL(1, 0, 0)          \
	MOVE(2, 5)             \
	FMLS(2, 2, 5)          \
	FMUL(5, 0, 0)          \
	move.P F0, bytes(R13)  \
	move.P bytes(R3), F0   \ // i
	move.P bytes(R5), F1   \ // g
	move.P bytes(R4), F2   \ // f
	move.P bytes(R9), F4   \ // c0
	FMUL(1, 3, 5)          \
	MOVE(0, 6)             \
	FMLS(0, 0, 6)          \
	FMUL(6, 5, 5)          \
	move.P F5, bytes(R10)  \
	FMUL(4, 3, 5)          \
	MOVE(2, 6)             \
	FMLS(2, 2, 6)          \
	FMUL(6, 5, 5)          \
	move.P F5, bytes(R11)  \
	FMUL(0, 3, 5)          \
	MOVE(18, 6)            \
	FMLS(1, 1, 6)          \
	FMUL(6, 5, 5)          \
	move.P F5, bytes(R12)  \
	FMUL(2, 3, 3)          \
	move.P F3, bytes(R1)

// func cellBackNEON(dgates, dc, dh, gates, tanhC, c0 []float32)
TEXT ·cellBackNEON(SB), NOSPLIT, $0-144
	MOVD dgates_base+0(FP), R10
	MOVD dc_base+24(FP), R1
	MOVD dh_base+48(FP), R2
	MOVD dh_len+56(FP), R6
	MOVD gates_base+72(FP), R3
	MOVD tanhC_base+96(FP), R7
	MOVD c0_base+120(FP), R9
	GATES
	ADD  R6<<2, R10, R11
	ADD  R6<<2, R11, R12
	ADD  R6<<2, R12, R13
	BOUNDS
	EACH(CELL_BACK_STEP)
