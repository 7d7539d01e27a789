#include "textflag.h"
#include "integers_amd64.h"

// Sums start at the zeros, V14: 2¹⁵ for an odd number of rows, which is its own negative.

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
	ADD_ROWS_FROM(15)
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
	END_BLOCK(128, 4, 2)

block64:
	NEXT(row64)
	ADD32W(0, Z0)
	ADD32W(1, Z1)
	LAST(row64)
	STORE32W(0, Z0, Y0)
	STORE32W(1, Z1, Y1)
	END_BLOCK(64, 4, 2)

block32:
	NEXT(row32)
	ADD32W(0, Z0)
	LAST(row32)
	STORE32W(0, Z0, Y0)
	END_BLOCK(32, 4, 2)

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
	ADD_ROWS_FROM(15)
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
	END_BLOCK(64, 4, 2)

block32:
	NEXT(row32)
	ADD16W(0, Y0)
	ADD16W(1, Y1)
	LAST(row32)
	STORE16W(0, Y0, X0)
	STORE16W(1, Y1, X1)
	END_BLOCK(32, 4, 2)

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
	ADD_ROWS_FROM(15)
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
	END_BLOCK(32, 4, 2)

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
