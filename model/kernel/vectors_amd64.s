#include "textflag.h"

// func addSSE(dst, row []float32)
TEXT ·addSSE(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ row_base+24(FP), SI
	MOVQ row_len+32(FP), CX

sixteen:
	CMPQ   CX, $16
	JLT    four
	MOVUPS (SI), X0
	MOVUPS 16(SI), X1
	MOVUPS 32(SI), X2
	MOVUPS 48(SI), X3
	MOVUPS (DI), X4
	MOVUPS 16(DI), X5
	MOVUPS 32(DI), X6
	MOVUPS 48(DI), X7
	ADDPS  X0, X4
	ADDPS  X1, X5
	ADDPS  X2, X6
	ADDPS  X3, X7
	MOVUPS X4, (DI)
	MOVUPS X5, 16(DI)
	MOVUPS X6, 32(DI)
	MOVUPS X7, 48(DI)
	ADDQ   $64, SI
	ADDQ   $64, DI
	SUBQ   $16, CX
	JMP    sixteen

four:
	CMPQ   CX, $4
	JLT    one
	MOVUPS (SI), X0
	MOVUPS (DI), X4
	ADDPS  X0, X4
	MOVUPS X4, (DI)
	ADDQ   $16, SI
	ADDQ   $16, DI
	SUBQ   $4, CX
	JMP    four

one:
	TESTQ CX, CX
	JZ    done
	MOVSS (SI), X0
	MOVSS (DI), X4
	ADDSS X0, X4
	MOVSS X4, (DI)
	ADDQ  $4, SI
	ADDQ  $4, DI
	DECQ  CX
	JMP   one

done:
	RET

// func Prefetch(row []float32)
TEXT ·Prefetch(SB), NOSPLIT, $0-24
	MOVQ row_base+0(FP), SI
	MOVQ row_len+8(FP), CX

line:
	PREFETCHT0 (SI)
	ADDQ       $64, SI
	SUBQ       $16, CX
	JGT        line
	RET
