#include "textflag.h"

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
