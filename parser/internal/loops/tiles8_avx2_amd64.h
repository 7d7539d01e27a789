// What tiles of products of bytes for AVX2 share. They are half a panel wide, and masks are vectors in
// memory, used only if columns are missing (partial is not 0).

#define ARGUMENTS \
	MOVQ c+0(FP), DI           \
	MOVQ ldc+8(FP), R8         \
	MOVQ a+16(FP), SI          \
	MOVQ rowStride+24(FP), R9  \
	MOVQ steps+32(FP), R13     \
	MOVQ panel+40(FP), BX      \
	MOVQ groups+48(FP), CX     \
	MOVQ starts+56(FP), R10    \
	MOVQ mask+64(FP), R14      \
	MOVQ partial+72(FP), R15   \
	SHLQ $2, R8 \
	LEAQ (R9)(R9*2), DX        \
	LEAQ (R9)(R9*4), AX

// WHOLE makes Y14 what is to be written of sums; the scale of the row is Y13, and its middle Y12. What panels
// have for each column is at R10: where sums start, scales, sums and biases.
#define WHOLE(v, at) \
	VCVTDQ2PS   v, v                  \
	VMULPS      128+at(R10), v, v     \
	VMOVUPS     384+at(R10), Y14      \
	VFMADD231PS 256+at(R10), Y12, Y14 \
	VFMADD231PS v, Y13, Y14

#define OUT(v, at) \
	WHOLE(v, at)    \
	VMOVUPS Y14, at(DI)

#define MASKED_OUT(v, at) \
	WHOLE(v, at)                \
	VMOVUPS    at(R14), Y15     \
	VMASKMOVPS Y14, Y15, at(DI)

#define OUT_SUMS(v0, v1, put) \
	VBROADCASTSS (R13), Y13  \
	VBROADCASTSS 4(R13), Y12 \
	put(v0, 0)               \
	put(v1, 32)              \
	ADDQ $8, R13             \
	ADDQ R8, DI
