#include "textflag.h"
#include "tiles_avx512_amd64.h"

// Tiles of products for AVX-512: each keeps the sums of some rows by some panels in
// registers while it walks down the panels, adds them to C and writes only the columns in
// the mask. R12 leads to the next column of A.

#define ARGUMENTS \
	MOVQ c+0(FP), DI          \
	MOVQ ldc+8(FP), R8        \
	MOVQ a+16(FP), SI         \
	MOVQ rowStride+24(FP), R9 \
	MOVQ colStride+32(FP), R12 \
	MOVQ panel+40(FP), BX     \
	MOVQ depth+48(FP), CX     \
	SHLQ $2, R8               \
	SHLQ $2, R9               \
	SHLQ $2, R12              \
	ROW_STRIDES

#define CLEAR(v0, v1) \
	VPXORD v0, v0, v0 \
	VPXORD v1, v1, v1

// ROW adds the product of an element of A with a row of the panel.
#define ROW(at, v0, v1) \
	VBROADCASTSS at, Z26        \
	VFMADD231PS  Z24, Z26, v0   \
	VFMADD231PS  Z25, Z26, v1

// OUT adds two vectors to C.
#define OUT(v0, k0, v1, k1, at) \
	VADDPS  at(DI), v0, k0, v0    \
	VMOVUPS v0, k0, at(DI)        \
	VADDPS  at+64(DI), v1, k1, v1 \
	VMOVUPS v1, k1, at+64(DI)

#define OUT_ROW(v0, v1) \
	OUT(v0, K1, v1, K2, 0) \
	ADDQ R8, DI

#define MASKS \
	KMOVQ    mask+56(FP), K1 \
	KSHIFTRQ $16, K1, K2

// func tile12AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)
TEXT ·tile12AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	MASKS
	SUMS12(CLEAR)
	FETCH12

row:
	PANEL
	ROWS12(ROW)
	ADDQ R12, SI
	ADDQ R12, DX
	DECQ CX
	JNZ  row

	SUMS12(OUT_ROW)
	VZEROUPPER
	RET

// func tile8AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)
TEXT ·tile8AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	MASKS
	SUMS8(CLEAR)

row:
	PANEL
	ROWS8(ROW)
	ADDQ R12, SI
	ADDQ R12, DX
	DECQ CX
	JNZ  row

	SUMS8(OUT_ROW)
	VZEROUPPER
	RET

// func tile4AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)
TEXT ·tile4AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	MASKS
	SUMS4(CLEAR)

row:
	PANEL
	ROWS4(ROW)
	ADDQ R12, SI
	DECQ CX
	JNZ  row

	SUMS4(OUT_ROW)
	VZEROUPPER
	RET

// For few rows, several panels are taken at once, since one would not give the processor
// enough sums to work on while it waits for each. Panels are apart floats apart.

// func tile2AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64, apart int)
TEXT ·tile2AVX512(SB), NOSPLIT, $0-72
	ARGUMENTS
	MOVQ apart+64(FP), R13
	SHLQ $2, R13
	MASKS
	KSHIFTRQ $32, K1, K3
	KSHIFTRQ $48, K1, K4
	SUMS4(CLEAR)

row:
	VBROADCASTSS (SI), Z26
	VBROADCASTSS (SI)(R9*1), Z27
	VMOVUPS      (BX), Z24
	VMOVUPS      64(BX), Z25
	VFMADD231PS  Z24, Z26, Z0
	VFMADD231PS  Z25, Z26, Z1
	VFMADD231PS  Z24, Z27, Z4
	VFMADD231PS  Z25, Z27, Z5
	VMOVUPS      (BX)(R13*1), Z24
	VMOVUPS      64(BX)(R13*1), Z25
	VFMADD231PS  Z24, Z26, Z2
	VFMADD231PS  Z25, Z26, Z3
	VFMADD231PS  Z24, Z27, Z6
	VFMADD231PS  Z25, Z27, Z7
	ADDQ         R12, SI
	ADDQ         $128, BX
	DECQ         CX
	JNZ          row

	OUT(Z0, K1, Z1, K2, 0)
	OUT(Z2, K3, Z3, K4, 128)
	ADDQ R8, DI
	OUT(Z4, K1, Z5, K2, 0)
	OUT(Z6, K3, Z7, K4, 128)
	VZEROUPPER
	RET

// func tile1AVX512(c *float32, a *float32, colStride int, panel *float32, depth int, low, high uint64, apart1, apart2, apart3 int)
TEXT ·tile1AVX512(SB), NOSPLIT, $0-80
	MOVQ     c+0(FP), DI
	MOVQ     a+8(FP), SI
	MOVQ     colStride+16(FP), R12
	MOVQ     panel+24(FP), BX
	MOVQ     depth+32(FP), CX
	KMOVQ    low+40(FP), K1
	KMOVQ    high+48(FP), K5
	MOVQ     apart1+56(FP), R9
	MOVQ     apart2+64(FP), R10
	MOVQ     apart3+72(FP), R11
	SHLQ     $2, R12
	LEAQ     (BX)(R9*4), R9
	LEAQ     (BX)(R10*4), R10
	LEAQ     (BX)(R11*4), R11
	KSHIFTRQ $16, K1, K2
	KSHIFTRQ $32, K1, K3
	KSHIFTRQ $48, K1, K4
	KSHIFTRQ $16, K5, K6
	KSHIFTRQ $32, K5, K7
	XORQ     AX, AX
	SUMS4(CLEAR)

row:
	VBROADCASTSS (SI), Z26
	VFMADD231PS  (BX)(AX*1), Z26, Z0
	VFMADD231PS  64(BX)(AX*1), Z26, Z1
	VFMADD231PS  (R9)(AX*1), Z26, Z2
	VFMADD231PS  64(R9)(AX*1), Z26, Z3
	VFMADD231PS  (R10)(AX*1), Z26, Z4
	VFMADD231PS  64(R10)(AX*1), Z26, Z5
	VFMADD231PS  (R11)(AX*1), Z26, Z6
	VFMADD231PS  64(R11)(AX*1), Z26, Z7
	ADDQ         R12, SI
	ADDQ         $128, AX
	DECQ         CX
	JNZ          row

	OUT(Z0, K1, Z1, K2, 0)
	OUT(Z2, K3, Z3, K4, 128)
	KSHIFTRQ $48, K5, K1
	OUT(Z4, K5, Z5, K6, 256)
	OUT(Z6, K7, Z7, K1, 384)
	VZEROUPPER
	RET

#define SUM(v) VFMADD231PS Z24, Z25, v

// func peakAVX512(rounds int)
TEXT ·peakAVX512(SB), NOSPLIT, $0-8
	MOVQ rounds+0(FP), CX
	CLEAR(Z24, Z25)

round:
	SUM(Z0); SUM(Z1); SUM(Z2); SUM(Z3); SUM(Z4); SUM(Z5)
	SUM(Z6); SUM(Z7); SUM(Z8); SUM(Z9); SUM(Z10); SUM(Z11)
	SUM(Z12); SUM(Z13); SUM(Z14); SUM(Z15); SUM(Z16); SUM(Z17)
	SUM(Z18); SUM(Z19); SUM(Z20); SUM(Z21); SUM(Z22); SUM(Z23)
	DECQ CX
	JNZ  round
	VZEROUPPER
	RET
