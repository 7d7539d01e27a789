#include "textflag.h"

// Vector instructions that the assembler lacks, of four float32s: d = n op m.
#define FADD(m, n, d) WORD $(0x4E20D400 | m<<16 | n<<5 | d)
#define FMUL(m, n, d) WORD $(0x6E20DC00 | m<<16 | n<<5 | d)

// SADDW adds the lower four int16s of m to int32s, SADDW2 the upper four; SCVTF makes these float32s.
#define SADDW(m, n, d) WORD $(0x0E601000 | m<<16 | n<<5 | d)
#define SADDW2(m, n, d) WORD $(0x4E601000 | m<<16 | n<<5 | d)
#define SCVTF(n, d) WORD $(0x4E21D800 | n<<5 | d)

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

#define LOAD_HALVES(i, v0, v1, v2, v3) \
	ADD  $(64*i), R0, R8                     \
	VLD1 (R8), [v0.H8, v1.H8, v2.H8, v3.H8] \
	VSUB V31.H8, v0.H8, v0.H8               \
	VSUB V31.H8, v1.H8, v1.H8               \
	VSUB V31.H8, v2.H8, v2.H8               \
	VSUB V31.H8, v3.H8, v3.H8

#define STORE_HALVES(i, v0, v1, v2, v3) \
	ADD  $(64*i), R0, R8                     \
	VST1 [v0.H8, v1.H8, v2.H8, v3.H8], (R8)

#define ADD_BYTES(bytes, low, high) \
	VUADDW  bytes.B8, low.H8, low.H8    \
	VUADDW2 bytes.B16, high.H8, high.H8

// func addBytesNEON(dst []int16, table []byte, starts []uint32)
TEXT ·addBytesNEON(SB), NOSPLIT, $0-72
	ARGUMENTS
	LSL  $7, R4, R5 // the zeros of all rows
	VDUP R5, V31.H8

blocks:
	CBZ R1, done
	LOAD_HALVES(0, V0, V1, V2, V3)
	CMP $64, R1
	BLT block32
	LOAD_HALVES(1, V4, V5, V6, V7)
	CMP $128, R1
	BLT block64
	LOAD_HALVES(2, V8, V9, V10, V11)
	LOAD_HALVES(3, V12, V13, V14, V15)
	EACH_ROW(row128, 5)
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1   (R7), [V20.B16, V21.B16, V22.B16, V23.B16]
	ADD_BYTES(V16, V0, V1)
	ADD_BYTES(V17, V2, V3)
	ADD_BYTES(V18, V4, V5)
	ADD_BYTES(V19, V6, V7)
	ADD_BYTES(V20, V8, V9)
	ADD_BYTES(V21, V10, V11)
	ADD_BYTES(V22, V12, V13)
	ADD_BYTES(V23, V14, V15)
	LAST(row128)
	STORE_HALVES(0, V0, V1, V2, V3)
	STORE_HALVES(1, V4, V5, V6, V7)
	STORE_HALVES(2, V8, V9, V10, V11)
	STORE_HALVES(3, V12, V13, V14, V15)
	END_BLOCK(128, 2, 1)

block64:
	EACH_ROW(row64, 5)
	VLD1 (R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	ADD_BYTES(V16, V0, V1)
	ADD_BYTES(V17, V2, V3)
	ADD_BYTES(V18, V4, V5)
	ADD_BYTES(V19, V6, V7)
	LAST(row64)
	STORE_HALVES(0, V0, V1, V2, V3)
	STORE_HALVES(1, V4, V5, V6, V7)
	END_BLOCK(64, 2, 1)

block32:
	EACH_ROW(row32, 5)
	VLD1 (R7), [V16.B16, V17.B16]
	ADD_BYTES(V16, V0, V1)
	ADD_BYTES(V17, V2, V3)
	LAST(row32)
	STORE_HALVES(0, V0, V1, V2, V3)
	END_BLOCK(32, 2, 1)

done:
	RET

#define LOAD_WORDS(i, v0, v1, v2, v3) \
	ADD  $(64*i), R0, R8                     \
	VLD1 (R8), [v0.S4, v1.S4, v2.S4, v3.S4] \
	VSUB V31.S4, v0.S4, v0.S4               \
	VSUB V31.S4, v1.S4, v1.S4               \
	VSUB V31.S4, v2.S4, v2.S4               \
	VSUB V31.S4, v3.S4, v3.S4

#define STORE_WORDS(i, v0, v1, v2, v3) \
	ADD  $(64*i), R0, R8                     \
	VST1 [v0.S4, v1.S4, v2.S4, v3.S4], (R8)

#define ADD_HALVES(halves, low, high) \
	VUADDW  halves.H4, low.S4, low.S4   \
	VUADDW2 halves.H8, high.S4, high.S4

// func addWordsNEON(dst []int32, table []byte, starts []uint32)
TEXT ·addWordsNEON(SB), NOSPLIT, $0-72
	ARGUMENTS
	LSL  $15, R4, R5 // the zeros of all rows
	VDUP R5, V31.S4

blocks:
	CBZ R1, done
	LOAD_WORDS(0, V0, V1, V2, V3)
	LOAD_WORDS(1, V4, V5, V6, V7)
	EACH_ROW(row, 5)
	VLD1 (R7), [V16.H8, V17.H8, V18.H8, V19.H8]
	ADD_HALVES(V16, V0, V1)
	ADD_HALVES(V17, V2, V3)
	ADD_HALVES(V18, V4, V5)
	ADD_HALVES(V19, V6, V7)
	LAST(row)
	STORE_WORDS(0, V0, V1, V2, V3)
	STORE_WORDS(1, V4, V5, V6, V7)
	END_BLOCK(32, 4, 2)

done:
	RET

// func addIntsNEON(dst []float32, low []int16, high []int32, factor float32)
TEXT ·addIntsNEON(SB), NOSPLIT, $0-76
	MOVD  dst_base+0(FP), R0
	MOVD  dst_len+8(FP), R1
	MOVD  low_base+24(FP), R2
	MOVD  high_base+48(FP), R3
	FMOVS factor+72(FP), F16
	VDUP  V16.S[0], V16.S4
	CBZ   R1, done

eight:
	FMOVQ.P 16(R2), F0
	VLD1.P  32(R3), [V1.S4, V2.S4]
	VLD1    (R0), [V3.S4, V4.S4]
	SADDW(0, 1, 1)
	SADDW2(0, 2, 2)
	SCVTF(1, 1)
	SCVTF(2, 2)
	FMUL(16, 1, 1)
	FMUL(16, 2, 2)
	FADD(1, 3, 3)
	FADD(2, 4, 4)
	VST1.P  [V3.S4, V4.S4], 32(R0)
	SUBS    $8, R1
	BNE     eight

done:
	RET

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
