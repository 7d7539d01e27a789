// What tiles of products of bytes for AVX2 share. They are half a panel wide, and masks are vectors in
// memory, used only if columns are missing (partial is not 0).

#define ARGUMENTS \
	MOVQ c+0(FP), DI           \
	MOVQ ldc+8(FP), R8         \
	MOVQ a+16(FP), SI          \
	MOVQ rowStride+24(FP), R9  \
	MOVQ rowScales+32(FP), R13 \
	MOVQ panel+40(FP), BX      \
	MOVQ groups+48(FP), CX     \
	MOVQ starts+56(FP), R10    \
	MOVQ scales+64(FP), R11    \
	MOVQ mask+72(FP), R14      \
	MOVQ partial+80(FP), R15   \
	SHLQ $2, R8 \
	LEAQ (R9)(R9*2), DX        \
	LEAQ (R9)(R9*4), AX

// SCALED makes sums float32s that are to be added to C times the scale of the row, Y13.
#define SCALED(v, at) \
	VCVTDQ2PS v, v         \
	VMULPS    at(R11), v, v

#define OUT(v, at) \
	VMOVUPS     at(DI), Y14   \
	VFMADD231PS v, Y13, Y14   \
	VMOVUPS     Y14, at(DI)

#define MASKED_OUT(v, at) \
	VMOVUPS     at(R14), Y15        \
	VMASKMOVPS  at(DI), Y15, Y14    \
	VFMADD231PS v, Y13, Y14         \
	VMASKMOVPS  Y14, Y15, at(DI)

#define OUT_SUMS(v0, v1, put) \
	SCALED(v0, 0)           \
	SCALED(v1, 32)          \
	put(v0, 0)              \
	put(v1, 32)             \
	ADDQ $4, R13            \
	ADDQ R8, DI
