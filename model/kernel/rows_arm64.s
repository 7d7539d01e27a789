#include "textflag.h"
#include "neon_arm64.h"

// Sums of rows go over all rows once for each block of columns, whose sums stay in registers. R0 and R2
// point to the block in dst and in the table, R1 is the number of columns from there on, R3 the
// starts, R4 how many.

#define ARGUMENTS \
	MOVD dst_base+0(FP), R0     \
	MOVD dst_len+8(FP), R1      \
	MOVD table_base+24(FP), R2  \
	MOVD starts_base+48(FP), R3 \
	MOVD starts_len+56(FP), R4

// EACH_ROW begins a row, at R7, and LAST goes to the next one unless that was the last.
#define EACH_ROW(row, shift) \
	MOVD R3, R5                \
	MOVD R4, R6                \
row:                               \
	MOVWU.P 4(R5), R7          \
	ADD     R7<<shift, R2, R7

#define LAST(row) \
	SUBS $1, R6 \
	BNE  row

// END_BLOCK continues after a block; a column has different numbers of bytes in dst and in the table.
#define END_BLOCK(columns, ofDst, ofTable) \
	ADD $(ofDst*columns), R0   \
	ADD $(ofTable*columns), R2 \
	SUB $columns, R1           \
	B   blocks

// PART adds the columns of a vector, or of part of one.
#define PART(row, columns, move) \
	move (R0), F0          \
	EACH_ROW(row, 2)       \
	move (R7), F16         \
	FADD(16, 0, 0)         \
	LAST(row)              \
	move F0, (R0)          \
	END_BLOCK(columns, 4, 4)

// func addRowsNEON(dst, table []float32, starts []uint32)
TEXT ·addRowsNEON(SB), NOSPLIT, $0-72
	ARGUMENTS

blocks:
	CMP  $32, R1
	BLT  block16
	VLD1 (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	ADD  $64, R0, R8
	VLD1 (R8), [V4.S4, V5.S4, V6.S4, V7.S4]
	EACH_ROW(row32, 2)
	VLD1.P 64(R7), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1   (R7), [V20.S4, V21.S4, V22.S4, V23.S4]
	FADD(16, 0, 0)
	FADD(17, 1, 1)
	FADD(18, 2, 2)
	FADD(19, 3, 3)
	FADD(20, 4, 4)
	FADD(21, 5, 5)
	FADD(22, 6, 6)
	FADD(23, 7, 7)
	LAST(row32)
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R8)
	END_BLOCK(32, 4, 4)

block16:
	CMP  $16, R1
	BLT  block4
	VLD1 (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	EACH_ROW(row16, 2)
	VLD1 (R7), [V16.S4, V17.S4, V18.S4, V19.S4]
	FADD(16, 0, 0)
	FADD(17, 1, 1)
	FADD(18, 2, 2)
	FADD(19, 3, 3)
	LAST(row16)
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	END_BLOCK(16, 4, 4)

block4:
	CMP $4, R1
	BLT block2
	PART(row4, 4, FMOVQ)

block2:
	CMP $2, R1
	BLT block1
	PART(row2, 2, FMOVD)

block1:
	CBZ R1, done
	PART(row1, 1, FMOVS)

done:
	RET
