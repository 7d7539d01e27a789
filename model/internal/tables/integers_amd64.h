// AddBytes and AddWords, written once for three sizes of vectors: they go over all rows once for
// each block of columns. DI and R8 point to the block in dst and in the table, DX is the
// number of columns from there on, R9 the starts, R10 how many. The sums of a block stay in registers; X14 is
// the sum of as many zeros, of 1<<shift each.

#define ADD_ROWS_FROM(shift) \
	MOVQ dst_base+0(FP), DI     \
	MOVQ dst_len+8(FP), DX      \
	MOVQ table_base+24(FP), R8  \
	MOVQ starts_base+48(FP), R9 \
	MOVQ starts_len+56(FP), R10 \
	MOVQ R10, AX                \
	SHLQ $shift, AX             \
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

// END_BLOCK continues after a block; a column has different numbers of bytes in dst and in the table.
#define END_BLOCK(columns, ofDst, ofTable) \
	ADDQ $(ofDst*columns), DI   \
	ADDQ $(ofTable*columns), R8 \
	SUBQ $columns, DX           \
	JMP  blocks
