// AddRows, written once for both sizes of vectors. The file that includes this defines V0 … V8 as its vector
// registers, BYTES as their size, LOAD_SOME(at, v) and STORE_SOME(v, at) for part of a vector, and MASK. It goes over all rows once for each block of up to eight vectors.
//
// DI and R8 point to the block in dst and in the table, DX is the number of columns after it, R9
// the starts, R10 how many, R11 the bytes before the last vector of the block. V1 has the sums
// of this vector, which may be partial, V2 … those of the others.

#define OTHERS1(do)
#define OTHERS2(do) do(0, V2)
#define OTHERS3(do) OTHERS2(do); do(1, V3)
#define OTHERS4(do) OTHERS3(do); do(2, V4)
#define OTHERS5(do) OTHERS4(do); do(3, V5)
#define OTHERS6(do) OTHERS5(do); do(4, V6)
#define OTHERS7(do) OTHERS6(do); do(5, V7)
#define OTHERS8(do) OTHERS7(do); do(6, V8)

#define LOAD_SUMS(i, v) VMOVUPS (i*BYTES)(DI), v
#define ADD_ROW(i, v) VADDPS (i*BYTES)(SI), v, v
#define STORE_SUMS(i, v) VMOVUPS v, (i*BYTES)(DI)

#define BLOCK(vectors, row, OTHERS) \
vectors:                        \
	LOAD_SOME((DI)(R11*1), V1)  \
	OTHERS(LOAD_SUMS)           \
	XORQ   AX, AX               \
row:                            \
	MOVL   (R9)(AX*4), SI       \
	LEAQ   (R8)(SI*4), SI       \
	LOAD_SOME((SI)(R11*1), V0)  \
	VADDPS V0, V1, V1           \
	OTHERS(ADD_ROW)             \
	INCQ   AX                   \
	CMPQ   AX, R10              \
	JLT    row                  \
	STORE_SOME(V1, (DI)(R11*1)) \
	OTHERS(STORE_SUMS)          \
	JMP    next

#define ADD_ROWS \
	MOVQ    dst_base+0(FP), DI     \
	MOVQ    dst_len+8(FP), DX      \
	MOVQ    table_base+24(FP), R8  \
	MOVQ    starts_base+48(FP), R9 \
	MOVQ    starts_len+56(FP), R10 \
columns:                           \
	MOVQ    DX, CX                 \
	MOVQ    $(8*BYTES/4), AX       \
	CMPQ    CX, AX                 \
	CMOVQGT AX, CX                 \ // columns of this block
	SUBQ    CX, DX                 \ // and after it
	LEAQ    -1(CX), R11            \
	SHLQ    $2, R11                \
	ANDQ    $-BYTES, R11           \
	MOVQ    R11, AX                \
	SHRQ    $2, AX                 \
	SUBQ    AX, CX                 \ // columns of its last vector
	MASK                           \
	CMPQ    R11, $(1*BYTES)        \
	JLT     one                    \
	JEQ     two                    \
	CMPQ    R11, $(3*BYTES)        \
	JLT     three                  \
	JEQ     four                   \
	CMPQ    R11, $(5*BYTES)        \
	JLT     five                   \
	JEQ     six                    \
	CMPQ    R11, $(6*BYTES)        \
	JEQ     seven                  \
	BLOCK(eight, eight_row, OTHERS8) \
	BLOCK(seven, seven_row, OTHERS7) \
	BLOCK(six, six_row, OTHERS6)     \
	BLOCK(five, five_row, OTHERS5)   \
	BLOCK(four, four_row, OTHERS4)   \
	BLOCK(three, three_row, OTHERS3) \
	BLOCK(two, two_row, OTHERS2)     \
	BLOCK(one, one_row, OTHERS1)     \
next:                              \
	ADDQ    $(8*BYTES), DI         \
	ADDQ    $(8*BYTES), R8         \
	TESTQ   DX, DX                 \
	JNE     columns                \
	VZEROUPPER                     \
	RET
