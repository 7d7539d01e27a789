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

#include "elementwise_amd64.h"
#include "rows_amd64.h"

// func addRowsAVX2(dst, table []float32, starts []uint32)
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-72
	ADD_ROWS

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

// For whole sixteens: Y8 … have the lanes.

// func sumSquaresAVX2(lanes *[16]float64, x []float32)
TEXT ·sumSquaresAVX2(SB), NOSPLIT, $0-32
	MOVQ lanes+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	SUBQ $16, CX
	JLT  done

sixteen:
	VCVTPS2PD 0(SI), Y0
	VCVTPS2PD 16(SI), Y1
	VCVTPS2PD 32(SI), Y2
	VCVTPS2PD 48(SI), Y3
	VFMADD231PD Y0, Y0, Y8
	VFMADD231PD Y1, Y1, Y9
	VFMADD231PD Y2, Y2, Y10
	VFMADD231PD Y3, Y3, Y11
	ADDQ $64, SI
	SUBQ $16, CX
	JGE  sixteen

done:
	VMOVUPD Y8, 0(DI)
	VMOVUPD Y9, 32(DI)
	VMOVUPD Y10, 64(DI)
	VMOVUPD Y11, 96(DI)
	VZEROUPPER
	RET
