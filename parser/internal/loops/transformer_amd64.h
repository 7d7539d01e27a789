// Functions of transformers, written once for both sizes of vectors, with the definitions for
// elementwise_amd64.h. Each step is the function of the same name in plain Go.

// TAILS loads what TAIL keeps in registers: the bound, ½, and all bits but the sign.
#define TAILS \
	VMOVUPS ·geluTerms+0(SB), V8  \
	VMOVUPS ·geluTerms+64(SB), V9 \
	VMOVUPS ·signless(SB), V10

// TAIL replaces q by the tail beyond z, which becomes |x|.
#define TAIL(x, z, q) \
	VANDPS      x, V10, z                \
	VMINPS      z, V8, z                 \
	VMOVUPS     ·geluTerms+128(SB), q    \
	VFMADD213PS ·geluTerms+192(SB), z, q \
	VFMADD213PS ·geluTerms+256(SB), z, q \
	VFMADD213PS ·geluTerms+320(SB), z, q \
	VFMADD213PS ·geluTerms+384(SB), z, q \
	VFMADD213PS ·geluTerms+448(SB), z, q \
	VFMADD213PS ·geluTerms+512(SB), z, q \
	VFMADD213PS ·geluTerms+576(SB), z, q \
	VFMADD213PS ·geluTerms+640(SB), z, q \
	VMULPS      q, q, q                  \
	VMULPS      q, q, q                  \
	VMULPS      q, q, q                  \
	VDIVPS      q, V9, q

// V7 is 0.
#define GELU_STEP(load, store) \
	load((SI)(AX*4), V0)     \
	TAIL(V0, V1, V2)         \
	VMAXPS       V0, V7, V0  \
	VFNMADD231PS V2, V1, V0  \
	store(V0, (DI)(AX*4))

#define BACK_ARGUMENTS \
	MOVQ dx_base+0(FP), DI  \
	MOVQ dy_base+24(FP), BX \
	MOVQ x_base+48(FP), SI  \
	MOVQ x_len+56(FP), CX

#define GELU_BACK_STEP(load, store) \
	load((SI)(AX*4), V4)               \
	TAIL(V4, V5, V6)                   \
	VANDPS      V4, V10, V0            \
	VXORPS      V4, V0, V4             \ // the sign
	VMULPS      V5, V5, V0             \
	VMULPS      ·geluTerms+1024(SB), V0, V0 \
	EXP                                \
	VMULPS      ·geluTerms+960(SB), V3, V3 \ // the density
	VSUBPS      V6, V9, V6             \
	VFMADD231PS V5, V3, V6             \
	VORPS       V6, V4, V6             \
	VADDPS      V9, V6, V6             \
	load((BX)(AX*4), V0)               \
	VMULPS      V6, V0, V0             \
	store(V0, (DI)(AX*4))

// V8 is the lower bound of x and V9 one half; V10 is the upper bound in the derivative.
#define TANH_FORM \
	BOUNDS \
	VMOVUPS ·geluTerms+0(SB), V10  \
	VMOVUPS ·geluTerms+64(SB), V9  \
	VMOVUPS ·geluTerms+896(SB), V8

#define GELU_TANH_STEP(load, store) \
	load((SI)(AX*4), V0)                   \
	VMAXPS      V0, V8, V0                 \
	VMULPS      V0, V0, V1                 \
	VMOVUPS     ·geluTerms+768(SB), V4     \
	VFMADD213PS ·geluTerms+704(SB), V1, V4 \
	VMULPS      V4, V0, V4                 \
	TANH(V4, V1, V2, V3)                   \
	VMULPS      V9, V0, V0                 \
	VFMADD231PS V4, V0, V0                 \
	store(V0, (DI)(AX*4))

#define GELU_TANH_BACK_STEP(load, store) \
	load((SI)(AX*4), V0)                    \
	VMAXPS       V0, V8, V0                 \
	VMINPS       V0, V10, V0                \
	VMULPS       V0, V0, V5                 \
	VMOVUPS      ·geluTerms+768(SB), V4     \
	VFMADD213PS  ·geluTerms+704(SB), V5, V4 \
	VMULPS       V4, V0, V4                 \
	TANH(V4, V1, V2, V3)                    \
	VMOVAPS      V13, V1                    \
	VFNMADD231PS V4, V4, V1                 \
	VMULPS       V1, V0, V0                 \
	VMOVUPS      ·geluTerms+832(SB), V1     \
	VFMADD213PS  ·geluTerms+704(SB), V5, V1 \
	VMULPS       V1, V0, V0                 \
	VADDPS       V4, V0, V0                 \
	VFMADD213PS  V9, V9, V0                 \
	load((BX)(AX*4), V1)                    \
	VMULPS       V0, V1, V0                 \
	store(V0, (DI)(AX*4))

// V9 is the scale, V10 the shift.
#define EXP_SCALED_STEP(load, store) \
	load((SI)(AX*4), V0)     \
	VFMADD213PS V10, V9, V0  \
	EXP                      \
	store(V3, (DI)(AX*4))

// V2 is the factor.
#define MULTIPLY_STEP(load, store) \
	load((DI)(AX*4), V0) \
	VMULPS V0, V2, V0    \
	store(V0, (DI)(AX*4))

// V8 is the scale, V9 the mean.
#define SOFTMAX_BACK_STEP(load, store) \
	load((BX)(AX*4), V0) \
	load((SI)(AX*4), V1) \
	VSUBPS V9, V0, V0    \
	VMULPS V8, V1, V1    \
	VMULPS V1, V0, V0    \
	store(V0, (DI)(AX*4))

// In what follows V8 is the mean, V9 its inverse standard deviation, and T makes x normal.
#define T(x) \
	VSUBPS V8, x, x \
	VMULPS V9, x, x

#define NORMALIZE_STEP(load, store) \
	load((SI)(AX*4), V0)    \
	load((BX)(AX*4), V1)    \
	load((DX)(AX*4), V2)    \
	T(V0)                   \
	VFMADD231PS V1, V0, V2  \
	store(V2, (DI)(AX*4))

#define GAIN_BACK_ARGUMENTS \
	MOVQ dx_base+0(FP), DI     \
	MOVQ dgain_base+24(FP), R8 \
	MOVQ dbias_base+48(FP), R9 \
	MOVQ dy_base+72(FP), BX    \
	MOVQ x_base+96(FP), SI     \
	MOVQ x_len+104(FP), CX     \
	MOVQ gain_base+120(FP), DX

#define GAIN_BACK_STEP(load, store) \
	load((SI)(AX*4), V0)    \
	load((BX)(AX*4), V1)    \
	load((R8)(AX*4), V2)    \
	load((R9)(AX*4), V3)    \
	load((DX)(AX*4), V4)    \
	T(V0)                   \
	VFMADD231PS V0, V1, V2  \
	VADDPS      V1, V3, V3  \
	VMULPS      V1, V4, V4  \
	store(V2, (R8)(AX*4))   \
	store(V3, (R9)(AX*4))   \
	store(V4, (DI)(AX*4))

// V10 is the level and V11 how far it goes along.
#define NORMALIZE_BACK_STEP(load, store) \
	load((SI)(AX*4), V0)      \
	load((DI)(AX*4), V1)      \
	T(V0)                     \
	VSUBPS       V10, V1, V1  \
	VFNMADD231PS V11, V0, V1  \
	VMULPS       V9, V1, V1   \
	store(V1, (DI)(AX*4))
