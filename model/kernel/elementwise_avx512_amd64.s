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

#include "elementwise_amd64.h"
#include "rows_amd64.h"

// func addRowsAVX512(dst, table []float32, starts []uint32)
TEXT ·addRowsAVX512(SB), NOSPLIT, $0-72
	ADD_ROWS

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

// For whole sixteens: Z8 … have the lanes.

// func sumSquaresAVX512(lanes *[16]float64, x []float32)
TEXT ·sumSquaresAVX512(SB), NOSPLIT, $0-32
	MOVQ lanes+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VXORPD Z8, Z8, Z8
	VXORPD Z9, Z9, Z9
	SUBQ $16, CX
	JLT  done

sixteen:
	VCVTPS2PD 0(SI), Z0
	VCVTPS2PD 32(SI), Z1
	VFMADD231PD Z0, Z0, Z8
	VFMADD231PD Z1, Z1, Z9
	ADDQ $64, SI
	SUBQ $16, CX
	JGE  sixteen

done:
	VMOVUPD Z8, 0(DI)
	VMOVUPD Z9, 64(DI)
	VZEROUPPER
	RET
