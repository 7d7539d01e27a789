#include "textflag.h"

// AddBytes, written once for three sizes of vectors: it goes over all rows once for each block
// of columns. DI and R8 are where the block begins in dst and in the table, DX the columns from
// there on, R9 the starts, R10 how many. The sums of a block stay in registers; V14 is the sum of
// as many zeros, which they lack at first.

#define ADD_BYTES \
	MOVQ dst_base+0(FP), DI     \
	MOVQ dst_len+8(FP), DX      \
	MOVQ table_base+24(FP), R8  \
	MOVQ starts_base+48(FP), R9 \
	MOVQ starts_len+56(FP), R10 \
	MOVQ R10, AX                \
	SHLQ $7, AX                 \
	MOVQ AX, X14

// NEXT begins a row, and LAST jumps to it unless that was the last.
#define NEXT(row) \
	XORQ AX, AX         \
row:                    \
	MOVL (R9)(AX*4), SI \
	SHLQ $5, SI         \ // from units to bytes
	ADDQ R8, SI

#define LAST(row) \
	INCQ AX      \
	CMPQ AX, R10 \
	JLT  row

#define END_BLOCK(columns) \
	ADDQ $(2*columns), DI \
	ADDQ $columns, R8     \
	SUBQ $columns, DX     \
	JMP  blocks

// func addBytesAVX512(dst []int16, table []byte, starts []uint32)

#define LOAD32(i, sum) \
	VMOVDQU16 (64*i)(DI), sum \
	VPSUBW    Z14, sum, sum

#define ADD32(i, sum) \
	VPMOVZXBW (32*i)(SI), Z8 \
	VPADDW    Z8, sum, sum

#define STORE32(i, sum) VMOVDQU16 sum, (64*i)(DI)

TEXT ·addBytesAVX512(SB), NOSPLIT, $0-72
	ADD_BYTES
	VPBROADCASTW X14, Z14

blocks:
	TESTQ DX, DX
	JEQ   done
	LOAD32(0, Z0)
	CMPQ  DX, $64
	JLT   block32
	LOAD32(1, Z1)
	CMPQ  DX, $128
	JLT   block64
	LOAD32(2, Z2)
	LOAD32(3, Z3)
	NEXT(row128)
	ADD32(0, Z0)
	ADD32(1, Z1)
	ADD32(2, Z2)
	ADD32(3, Z3)
	LAST(row128)
	STORE32(0, Z0)
	STORE32(1, Z1)
	STORE32(2, Z2)
	STORE32(3, Z3)
	END_BLOCK(128)

block64:
	NEXT(row64)
	ADD32(0, Z0)
	ADD32(1, Z1)
	LAST(row64)
	STORE32(0, Z0)
	STORE32(1, Z1)
	END_BLOCK(64)

block32:
	NEXT(row32)
	ADD32(0, Z0)
	LAST(row32)
	STORE32(0, Z0)
	END_BLOCK(32)

done:
	VZEROUPPER
	RET

// func addBytesAVX2(dst []int16, table []byte, starts []uint32)

#define LOAD16(i, sum) \
	VMOVDQU (32*i)(DI), sum \
	VPSUBW  Y14, sum, sum

#define ADD16(i, sum) \
	VPMOVZXBW (16*i)(SI), Y8 \
	VPADDW    Y8, sum, sum

#define STORE16(i, sum) VMOVDQU sum, (32*i)(DI)

TEXT ·addBytesAVX2(SB), NOSPLIT, $0-72
	ADD_BYTES
	VPBROADCASTW X14, Y14

blocks:
	TESTQ DX, DX
	JEQ   done
	LOAD16(0, Y0)
	LOAD16(1, Y1)
	CMPQ  DX, $64
	JLT   block32
	LOAD16(2, Y2)
	LOAD16(3, Y3)
	CMPQ  DX, $128
	JLT   block64
	LOAD16(4, Y4)
	LOAD16(5, Y5)
	LOAD16(6, Y6)
	LOAD16(7, Y7)
	NEXT(row128)
	ADD16(0, Y0)
	ADD16(1, Y1)
	ADD16(2, Y2)
	ADD16(3, Y3)
	ADD16(4, Y4)
	ADD16(5, Y5)
	ADD16(6, Y6)
	ADD16(7, Y7)
	LAST(row128)
	STORE16(0, Y0)
	STORE16(1, Y1)
	STORE16(2, Y2)
	STORE16(3, Y3)
	STORE16(4, Y4)
	STORE16(5, Y5)
	STORE16(6, Y6)
	STORE16(7, Y7)
	END_BLOCK(128)

block64:
	NEXT(row64)
	ADD16(0, Y0)
	ADD16(1, Y1)
	ADD16(2, Y2)
	ADD16(3, Y3)
	LAST(row64)
	STORE16(0, Y0)
	STORE16(1, Y1)
	STORE16(2, Y2)
	STORE16(3, Y3)
	END_BLOCK(64)

block32:
	NEXT(row32)
	ADD16(0, Y0)
	ADD16(1, Y1)
	LAST(row32)
	STORE16(0, Y0)
	STORE16(1, Y1)
	END_BLOCK(32)

done:
	VZEROUPPER
	RET

// func addBytesSSE2(dst []int16, table []byte, starts []uint32)

#define LOAD8(i, sum) \
	MOVOU (16*i)(DI), sum \
	PSUBW X14, sum

// Bytes are widened by zeros, X13.
#define ADD8S(i, low, high) \
	MOVOU     (16*i)(SI), X8 \
	MOVO      X8, X9         \
	PUNPCKLBW X13, X8        \
	PUNPCKHBW X13, X9        \
	PADDW     X8, low        \
	PADDW     X9, high

#define STORE8(i, sum) MOVOU sum, (16*i)(DI)

TEXT ·addBytesSSE2(SB), NOSPLIT, $0-72
	ADD_BYTES
	PSHUFLW $0, X14, X14
	PSHUFD  $0, X14, X14
	PXOR    X13, X13

blocks:
	TESTQ DX, DX
	JEQ   done
	LOAD8(0, X0)
	LOAD8(1, X1)
	LOAD8(2, X2)
	LOAD8(3, X3)
	CMPQ  DX, $64
	JLT   block32
	LOAD8(4, X4)
	LOAD8(5, X5)
	LOAD8(6, X6)
	LOAD8(7, X7)
	NEXT(row64)
	ADD8S(0, X0, X1)
	ADD8S(1, X2, X3)
	ADD8S(2, X4, X5)
	ADD8S(3, X6, X7)
	LAST(row64)
	STORE8(0, X0)
	STORE8(1, X1)
	STORE8(2, X2)
	STORE8(3, X3)
	STORE8(4, X4)
	STORE8(5, X5)
	STORE8(6, X6)
	STORE8(7, X7)
	END_BLOCK(64)

block32:
	NEXT(row32)
	ADD8S(0, X0, X1)
	ADD8S(1, X2, X3)
	LAST(row32)
	STORE8(0, X0)
	STORE8(1, X1)
	STORE8(2, X2)
	STORE8(3, X3)
	END_BLOCK(32)

done:
	RET

// AddWords goes over the rows in the same way. The sums of a block begin at ZeroWord, V14, if
// there is an odd number of rows, which is what all zeros add up to.

#define ADD_WORDS \
	MOVQ dst_base+0(FP), DI     \
	MOVQ dst_len+8(FP), DX      \
	MOVQ table_base+24(FP), R8  \
	MOVQ starts_base+48(FP), R9 \
	MOVQ starts_len+56(FP), R10 \
	MOVQ R10, AX                \
	SHLQ $15, AX                \
	MOVQ AX, X14

#define END_WORDS(columns) \
	ADDQ $(4*columns), DI \
	ADDQ $(2*columns), R8 \
	SUBQ $columns, DX     \
	JMP  blocks

// func addWordsAVX512(dst []int32, table []byte, starts []uint32)

#define ADD32W(i, sum) VPADDW (64*i)(SI), sum, sum

#define STORE32W(i, sum, half) \
	VPMOVSXWD     half, Z8                \
	VPADDD        (128*i)(DI), Z8, Z8     \
	VMOVDQU32     Z8, (128*i)(DI)         \
	VEXTRACTI64X4 $1, sum, half           \
	VPMOVSXWD     half, Z8                \
	VPADDD        (128*i+64)(DI), Z8, Z8  \
	VMOVDQU32     Z8, (128*i+64)(DI)

TEXT ·addWordsAVX512(SB), NOSPLIT, $0-72
	ADD_WORDS
	VPBROADCASTW X14, Z14

blocks:
	TESTQ     DX, DX
	JEQ       done
	VMOVDQU64 Z14, Z0
	CMPQ      DX, $64
	JLT       block32
	VMOVDQU64 Z14, Z1
	CMPQ      DX, $128
	JLT       block64
	VMOVDQU64 Z14, Z2
	VMOVDQU64 Z14, Z3
	NEXT(row128)
	ADD32W(0, Z0)
	ADD32W(1, Z1)
	ADD32W(2, Z2)
	ADD32W(3, Z3)
	LAST(row128)
	STORE32W(0, Z0, Y0)
	STORE32W(1, Z1, Y1)
	STORE32W(2, Z2, Y2)
	STORE32W(3, Z3, Y3)
	END_WORDS(128)

block64:
	NEXT(row64)
	ADD32W(0, Z0)
	ADD32W(1, Z1)
	LAST(row64)
	STORE32W(0, Z0, Y0)
	STORE32W(1, Z1, Y1)
	END_WORDS(64)

block32:
	NEXT(row32)
	ADD32W(0, Z0)
	LAST(row32)
	STORE32W(0, Z0, Y0)
	END_WORDS(32)

done:
	VZEROUPPER
	RET

// func addWordsAVX2(dst []int32, table []byte, starts []uint32)

#define ADD16W(i, sum) VPADDW (32*i)(SI), sum, sum

#define STORE16W(i, sum, half) \
	VPMOVSXWD    half, Y8              \
	VPADDD       (64*i)(DI), Y8, Y8    \
	VMOVDQU      Y8, (64*i)(DI)        \
	VEXTRACTI128 $1, sum, half         \
	VPMOVSXWD    half, Y8              \
	VPADDD       (64*i+32)(DI), Y8, Y8 \
	VMOVDQU      Y8, (64*i+32)(DI)

TEXT ·addWordsAVX2(SB), NOSPLIT, $0-72
	ADD_WORDS
	VPBROADCASTW X14, Y14

blocks:
	TESTQ   DX, DX
	JEQ     done
	VMOVDQU Y14, Y0
	VMOVDQU Y14, Y1
	CMPQ    DX, $64
	JLT     block32
	VMOVDQU Y14, Y2
	VMOVDQU Y14, Y3
	NEXT(row64)
	ADD16W(0, Y0)
	ADD16W(1, Y1)
	ADD16W(2, Y2)
	ADD16W(3, Y3)
	LAST(row64)
	STORE16W(0, Y0, X0)
	STORE16W(1, Y1, X1)
	STORE16W(2, Y2, X2)
	STORE16W(3, Y3, X3)
	END_WORDS(64)

block32:
	NEXT(row32)
	ADD16W(0, Y0)
	ADD16W(1, Y1)
	LAST(row32)
	STORE16W(0, Y0, X0)
	STORE16W(1, Y1, X1)
	END_WORDS(32)

done:
	VZEROUPPER
	RET

// func addWordsSSE2(dst []int32, table []byte, starts []uint32)

#define ADD8W(i, sum) \
	MOVOU (16*i)(SI), X8 \
	PADDW X8, sum

// A number unpacked into the upper half of 32 bits has its sign where a shift leaves it.
#define STORE4W(at, UNPACK, sum) \
	PXOR   X8, X8   \
	UNPACK sum, X8  \
	PSRAL  $16, X8  \
	MOVOU  at, X9   \
	PADDL  X9, X8   \
	MOVOU  X8, at

#define STORE8W(i, sum) \
	STORE4W((32*i)(DI), PUNPCKLWL, sum)   \
	STORE4W((32*i+16)(DI), PUNPCKHWL, sum)

TEXT ·addWordsSSE2(SB), NOSPLIT, $0-72
	ADD_WORDS
	PSHUFLW $0, X14, X14
	PSHUFD  $0, X14, X14

blocks:
	TESTQ DX, DX
	JEQ   done
	MOVO  X14, X0
	MOVO  X14, X1
	MOVO  X14, X2
	MOVO  X14, X3
	NEXT(row32)
	ADD8W(0, X0)
	ADD8W(1, X1)
	ADD8W(2, X2)
	ADD8W(3, X3)
	LAST(row32)
	STORE8W(0, X0)
	STORE8W(1, X1)
	STORE8W(2, X2)
	STORE8W(3, X3)
	END_WORDS(32)

done:
	RET

// func addIntsSSE2(dst []float32, low []int16, high []int32, factor float32)
#define ADD_INTS(UNPACK, i) \
	PXOR     X2, X2        \
	UNPACK   X0, X2        \
	PSRAL    $16, X2       \
	MOVOU    (16*i)(DX), X3 \
	PADDL    X3, X2        \
	CVTPL2PS X2, X2        \
	MULPS    X15, X2       \
	MOVUPS   (16*i)(DI), X3 \
	ADDPS    X2, X3        \
	MOVUPS   X3, (16*i)(DI)

TEXT ·addIntsSSE2(SB), NOSPLIT, $0-76
	MOVQ   dst_base+0(FP), DI
	MOVQ   dst_len+8(FP), CX
	MOVQ   low_base+24(FP), SI
	MOVQ   high_base+48(FP), DX
	MOVSS  factor+72(FP), X15
	SHUFPS $0, X15, X15

convert:
	SUBQ  $8, CX
	JLT   converted
	MOVOU (SI), X0
	ADD_INTS(PUNPCKLWL, 0)
	ADD_INTS(PUNPCKHWL, 1)
	ADDQ  $16, SI
	ADDQ  $32, DX
	ADDQ  $32, DI
	JMP   convert

converted:
	RET
