#include "textflag.h"
#include "integers_amd64.h"

// Sums start at dst minus the zeros, V14.

// func addBytesAVX512(dst []int16, table []byte, starts []uint32)

#define LOAD32(i, sum) \
	VMOVDQU16 (64*i)(DI), sum \
	VPSUBW    Z14, sum, sum

#define ADD32(i, sum) \
	VPMOVZXBW (32*i)(SI), Z8 \
	VPADDW    Z8, sum, sum

#define STORE32(i, sum) VMOVDQU16 sum, (64*i)(DI)

TEXT ·addBytesAVX512(SB), NOSPLIT, $0-72
	ADD_ROWS_FROM(7)
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
	END_BLOCK(128, 2, 1)

block64:
	NEXT(row64)
	ADD32(0, Z0)
	ADD32(1, Z1)
	LAST(row64)
	STORE32(0, Z0)
	STORE32(1, Z1)
	END_BLOCK(64, 2, 1)

block32:
	NEXT(row32)
	ADD32(0, Z0)
	LAST(row32)
	STORE32(0, Z0)
	END_BLOCK(32, 2, 1)

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
	ADD_ROWS_FROM(7)
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
	END_BLOCK(128, 2, 1)

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
	END_BLOCK(64, 2, 1)

block32:
	NEXT(row32)
	ADD16(0, Y0)
	ADD16(1, Y1)
	LAST(row32)
	STORE16(0, Y0)
	STORE16(1, Y1)
	END_BLOCK(32, 2, 1)

done:
	VZEROUPPER
	RET

// func addBytesSSE2(dst []int16, table []byte, starts []uint32)

#define LOAD8(i, sum) \
	MOVOU (16*i)(DI), sum \
	PSUBW X14, sum

// Bytes are widened with zeros, X13.
#define ADD8S(i, low, high) \
	MOVOU     (16*i)(SI), X8 \
	MOVO      X8, X9         \
	PUNPCKLBW X13, X8        \
	PUNPCKHBW X13, X9        \
	PADDW     X8, low        \
	PADDW     X9, high

#define STORE8(i, sum) MOVOU sum, (16*i)(DI)

TEXT ·addBytesSSE2(SB), NOSPLIT, $0-72
	ADD_ROWS_FROM(7)
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
	END_BLOCK(64, 2, 1)

block32:
	NEXT(row32)
	ADD8S(0, X0, X1)
	ADD8S(1, X2, X3)
	LAST(row32)
	STORE8(0, X0)
	STORE8(1, X1)
	STORE8(2, X2)
	STORE8(3, X3)
	END_BLOCK(32, 2, 1)

done:
	RET
