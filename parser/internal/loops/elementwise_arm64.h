// Elementwise functions for NEON, each step of which is the function of the same name in plain Go,
// operation by operation. A step loads and stores by the instruction that it is given, and goes on by
// the bytes of that: a whole vector, or what is left, in its lower lanes.

// EACH does STEP on all of R6 elements, and returns.
#define EACH(STEP) \
	SUBS $4, R6        \
	BLT  half          \
whole:                     \
	STEP(FMOVQ, 16)    \
	SUBS $4, R6        \
	BGE  whole         \
half:                      \
	TBZ  $1, R6, one   \ // R6 is four less than what is left
	STEP(FMOVD, 8)     \
one:                       \
	TBZ  $0, R6, done  \
	STEP(FMOVS, 4)     \
done:                      \
	RET

// TERM loads the constant i of a table, such as tanhTerms, to which a register points; NEXT is a·u plus it.
#define TERM(i, table, d) WORD $(0x3DC00000 | (4*i)<<10 | table<<5 | d) // FMOVQ (64*i)(R)
#define NEXT(i, table, u, a, d) \
	TERM(i, table, d) \
	FMLA(u, a, d)

// BOUNDS makes R14 point to tanhTerms, and loads what TANH and SIGMOID keep in registers.
#define BOUNDS \
	MOVD $·tanhTerms(SB), R14 \
	TERM(0, 14, 16)           \ // the bound
	TERM(1, 14, 17)           \ // its negative
	TERM(2, 14, 18)           \ // 1
	TERM(3, 14, 19)           \ // −1
	TERM(4, 14, 20)             // one half

// TANH replaces x; it uses registers 21 … 25.
#define TANH(x) \
	FMIN(16, x, x)          \
	FMAX(17, x, x)          \
	FMUL(x, x, 21)          \
	TERM(8, 14, 22)         \
	TERM(12, 14, 24)        \
	NEXT(7, 14, 21, 22, 23) \
	NEXT(11, 14, 21, 24, 25) \
	NEXT(6, 14, 21, 23, 22) \
	NEXT(10, 14, 21, 25, 24) \
	NEXT(5, 14, 21, 22, 23) \
	NEXT(9, 14, 21, 24, 25) \
	MOVE(18, 22)            \
	MOVE(18, 24)            \
	FMLA(21, 23, 22)        \
	FMLA(21, 25, 24)        \
	FMUL(22, x, x)          \
	FDIV(24, x, x)          \
	FMIN(18, x, x)          \
	FMAX(19, x, x)

#define SIGMOID(x) \
	FMUL(20, x, x)   \
	TANH(x)          \
	MOVE(x, 21)      \
	MOVE(20, x)      \
	FMLA(20, 21, x)

// POWERS makes R15 point to expTerms, and loads what EXP keeps in registers.
#define POWERS \
	MOVD  $·expTerms(SB), R15    \
	MOVD  $·expLargest(SB), R16  \
	TERM(0, 15, 26)              \ // bounds
	TERM(1, 15, 27)              \
	TERM(2, 15, 28)              \ // the number that rounds
	FMOVQ (R16), F29               // 127

// EXP leaves e^V0 in V3; it uses V1, V2 and V4.
#define EXP \
	FMAX(26, 0, 0)           \
	FMIN(27, 0, 0)           \
	MOVE(28, 1)              \
	TERM(3, 15, 2)           \
	FMLA(2, 0, 1)            \ // shifted
	FSUB(28, 1, 2)           \ // n
	TERM(4, 15, 3)           \
	TERM(5, 15, 4)           \
	FMLA(3, 2, 0)            \
	FMLA(4, 2, 0)            \ // r
	TERM(6, 15, 3)           \
	NEXT(7, 15, 0, 3, 4)     \
	NEXT(8, 15, 0, 4, 3)     \
	NEXT(9, 15, 0, 3, 4)     \
	NEXT(10, 15, 0, 4, 3)    \
	NEXT(11, 15, 0, 3, 4)    \
	NEXT(12, 15, 0, 4, 3)    \
	NEXT(12, 15, 0, 3, 4)    \
	VSUB V28.S4, V1.S4, V1.S4 \ // power
	SMIN(29, 1, 2)           \ // most of it
	VSUB V2.S4, V1.S4, V1.S4 \ // the rest
	VADD V29.S4, V2.S4, V2.S4 \
	VADD V29.S4, V1.S4, V1.S4 \
	VSHL $23, V2.S4, V2.S4   \
	VSHL $23, V1.S4, V1.S4   \
	FMUL(2, 4, 3)            \
	FMUL(1, 3, 3)
