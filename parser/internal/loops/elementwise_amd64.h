// Elementwise functions, written once for both sizes of vectors. The file that includes
// this defines V0 … V14 as its vector registers, BYTES as their size, and
//
//	LOAD(at, v), STORE(v, at)            a whole vector
//	LOAD_SOME(at, v), STORE_SOME(v, at)  the elements that are left
//	EACH(STEP)   do STEP(LOAD, STORE) on whole vectors, STEP(LOAD_SOME, STORE_SOME) on the
//	             rest of CX elements, and return; AX counts elements
//	FLUSH(v, t)  make elements below the normal range 0
//
// Each step is the function of the same name in plain Go, operation by operation.

#define VECTOR_ARGUMENTS \
	MOVQ dst_base+0(FP), DI \
	MOVQ row_base+24(FP), SI \
	MOVQ row_len+32(FP), CX

#define ADD_STEP(load, store) \
	load((SI)(AX*4), V0) \
	load((DI)(AX*4), V1) \
	VADDPS V0, V1, V1    \
	store(V1, (DI)(AX*4))

// V2 is the factor.
#define ADD_SCALED_STEP(load, store) \
	load((SI)(AX*4), V0) \
	load((DI)(AX*4), V1) \
	VFMADD231PS V0, V2, V1 \
	store(V1, (DI)(AX*4))

// V2 is the slope. Where either is NaN, the maximum is the first operand, here V0.
#define LEAKY_STEP(load, store) \
	load((SI)(AX*4), V0) \
	VMULPS V0, V2, V1    \
	VMAXPS V0, V1, V1    \
	store(V1, (DI)(AX*4))

// BOUNDS loads what TANH keeps in registers: ±bound and ±1.
#define BOUNDS \
	VMOVUPS ·tanhTerms+0(SB), V11   \
	VMOVUPS ·tanhTerms+64(SB), V12  \
	VMOVUPS ·tanhTerms+128(SB), V13 \
	VMOVUPS ·tanhTerms+192(SB), V14

#define TANH(x, u, a, b) \
	VMINPS      x, V11, x                  \
	VMAXPS      x, V12, x                  \
	VMULPS      x, x, u                    \
	VMOVUPS     ·tanhTerms+512(SB), a      \
	VMOVUPS     ·tanhTerms+768(SB), b      \
	VFMADD213PS ·tanhTerms+448(SB), u, a   \
	VFMADD213PS ·tanhTerms+704(SB), u, b   \
	VFMADD213PS ·tanhTerms+384(SB), u, a   \
	VFMADD213PS ·tanhTerms+640(SB), u, b   \
	VFMADD213PS ·tanhTerms+320(SB), u, a   \
	VFMADD213PS ·tanhTerms+576(SB), u, b   \
	VFMADD213PS V13, u, a                  \
	VFMADD213PS V13, u, b                  \
	VMULPS      x, a, a                    \
	VDIVPS      b, a, x                    \
	VMINPS      x, V13, x                  \
	VMAXPS      x, V14, x

#define SIGMOID(x, u, a, b) \
	VMULPS      ·tanhTerms+256(SB), x, x \
	TANH(x, u, a, b)                     \
	VMOVUPS     ·tanhTerms+256(SB), u    \
	VFMADD213PS u, u, x

// POWERS loads what EXP keeps in registers: bounds, the number that rounds, 127.
#define POWERS \
	VMOVUPS ·expTerms+0(SB), V11    \
	VMOVUPS ·expTerms+64(SB), V12   \
	VMOVUPS ·expTerms+128(SB), V13  \
	VMOVUPS ·expLargest(SB), V14

// EXP leaves e^V0 in V3.
#define EXP \
	VMAXPS      V0, V11, V0               \
	VMINPS      V0, V12, V0               \
	VMOVUPS     ·expTerms+192(SB), V1     \
	VFMADD213PS V13, V0, V1               \ // shifted
	VSUBPS      V13, V1, V2               \ // n
	VFMADD231PS ·expTerms+256(SB), V2, V0 \
	VFMADD231PS ·expTerms+320(SB), V2, V0 \ // r
	VMOVUPS     ·expTerms+384(SB), V3     \
	VFMADD213PS ·expTerms+448(SB), V0, V3 \
	VFMADD213PS ·expTerms+512(SB), V0, V3 \
	VFMADD213PS ·expTerms+576(SB), V0, V3 \
	VFMADD213PS ·expTerms+640(SB), V0, V3 \
	VFMADD213PS ·expTerms+704(SB), V0, V3 \
	VFMADD213PS ·expTerms+768(SB), V0, V3 \
	VFMADD213PS ·expTerms+768(SB), V0, V3 \
	VPSUBD      V13, V1, V1               \ // power
	VPMINSD     V14, V1, V2               \ // most of it
	VPSUBD      V2, V1, V1                \ // the rest
	VPADDD      V14, V2, V2               \
	VPADDD      V14, V1, V1               \
	VPSLLD      $23, V2, V2               \
	VPSLLD      $23, V1, V1               \
	VMULPS      V2, V3, V3                \
	VMULPS      V1, V3, V3

#define EXP_STEP(load, store) \
	load((SI)(AX*4), V0) \
	EXP                  \
	store(V3, (DI)(AX*4))

#define ADAM_ARGUMENTS \
	MOVQ w_base+0(FP), DI   \
	MOVQ w_len+8(FP), CX    \
	MOVQ g_base+24(FP), SI  \
	MOVQ m_base+48(FP), BX  \
	MOVQ v_base+72(FP), DX  \
	MOVQ c+96(FP), R8       \
	VBROADCASTSS (R8), V8   \ // rate
	VBROADCASTSS 4(R8), V9  \ // scale
	VBROADCASTSS 8(R8), V10 \ // b1
	VBROADCASTSS 12(R8), V11 \ // 1 − b1
	VBROADCASTSS 16(R8), V12 \ // b2
	VBROADCASTSS 20(R8), V13 \ // 1 − b2
	VBROADCASTSS 24(R8), V14  // eps

#define ADAM_STEP(load, store) \
	load((SI)(AX*4), V0)      \
	load((BX)(AX*4), V1)      \
	load((DX)(AX*4), V2)      \
	load((DI)(AX*4), V3)      \
	VMULPS       V0, V9, V0   \
	VMULPS       V0, V11, V4  \
	VMULPS       V0, V13, V5  \
	VMULPS       V0, V5, V5   \
	VFMADD213PS  V4, V10, V1  \
	VFMADD213PS  V5, V12, V2  \
	FLUSH(V1, V4)             \
	FLUSH(V2, V5)             \
	store(V1, (BX)(AX*4))     \
	store(V2, (DX)(AX*4))     \
	VSQRTPS      V2, V2       \
	VADDPS       V14, V2, V2  \
	VDIVPS       V2, V1, V1   \
	VFNMADD231PS V1, V8, V3   \
	store(V3, (DI)(AX*4))     \
	VXORPS       V0, V0, V0   \
	store(V0, (SI)(AX*4))

// The blocks of gates are at R8 + {0, 1, 2}·R9 and R8 + R10.
#define CELL_ARGUMENTS \
	MOVQ h_base+0(FP), DI      \
	MOVQ h_len+8(FP), CX       \
	MOVQ c_base+24(FP), SI     \
	MOVQ tanhC_base+48(FP), BX \
	MOVQ gates_base+72(FP), R8 \
	MOVQ c0_base+96(FP), DX    \
	LEAQ (CX*4), R9            \
	LEAQ (R9)(R9*2), R10       \
	BOUNDS

#define CELL_STEP(load, store) \
	load((R8), V0)            \
	SIGMOID(V0, V1, V2, V3)   \ // i
	store(V0, (R8))           \
	load((R8)(R9*2), V4)      \
	TANH(V4, V1, V2, V3)      \ // g
	store(V4, (R8)(R9*2))     \
	VMULPS      V4, V0, V0    \
	load((R8)(R9*1), V4)      \
	SIGMOID(V4, V1, V2, V3)   \ // f
	store(V4, (R8)(R9*1))     \
	load((DX)(AX*4), V5)      \
	VFMADD231PS V5, V4, V0    \ // c
	store(V0, (SI)(AX*4))     \
	TANH(V0, V1, V2, V3)      \
	store(V0, (BX)(AX*4))     \
	load((R8)(R10*1), V4)     \
	SIGMOID(V4, V1, V2, V3)   \ // o
	store(V4, (R8)(R10*1))    \
	VMULPS      V4, V0, V0    \
	store(V0, (DI)(AX*4))     \
	ADDQ        $BYTES, R8

// The blocks of gates are at R8 + {0, 1, 2}·R9 and R8 + R10, those of dgates at R11.
#define CELL_BACK_ARGUMENTS \
	MOVQ dgates_base+0(FP), R11 \
	MOVQ dc_base+24(FP), DI     \
	MOVQ dh_base+48(FP), SI     \
	MOVQ dh_len+56(FP), CX      \
	MOVQ gates_base+72(FP), R8  \
	MOVQ tanhC_base+96(FP), BX  \
	MOVQ c0_base+120(FP), DX    \
	LEAQ (CX*4), R9             \
	LEAQ (R9)(R9*2), R10        \
	BOUNDS

#define CELL_BACK_STEP(load, store) \
	load((SI)(AX*4), V0)          \ // dh
	load((BX)(AX*4), V1)          \ // t
	load((R8)(R10*1), V2)         \ // o
	load((DI)(AX*4), V3)          \ // dc
	VMULPS       V2, V0, V4       \
	VMOVAPS      V13, V5          \
	VFNMADD231PS V1, V1, V5       \
	VFMADD231PS  V5, V4, V3       \ // d
	VMULPS       V1, V0, V0       \
	VMOVAPS      V2, V5           \
	VFNMADD231PS V2, V2, V5       \
	VMULPS       V5, V0, V0       \
	store(V0, (R11)(R10*1))       \
	load((R8), V0)                \ // i
	load((R8)(R9*2), V1)          \ // g
	load((R8)(R9*1), V2)          \ // f
	load((DX)(AX*4), V4)          \ // c0
	VMULPS       V1, V3, V5       \
	VMOVAPS      V0, V6           \
	VFNMADD231PS V0, V0, V6       \
	VMULPS       V6, V5, V5       \
	store(V5, (R11))              \
	VMULPS       V4, V3, V5       \
	VMOVAPS      V2, V6           \
	VFNMADD231PS V2, V2, V6       \
	VMULPS       V6, V5, V5       \
	store(V5, (R11)(R9*1))        \
	VMULPS       V0, V3, V5       \
	VMOVAPS      V13, V6          \
	VFNMADD231PS V1, V1, V6       \
	VMULPS       V6, V5, V5       \
	store(V5, (R11)(R9*2))        \
	VMULPS       V2, V3, V3       \
	store(V3, (DI)(AX*4))         \
	ADDQ         $BYTES, R8       \
	ADDQ         $BYTES, R11
