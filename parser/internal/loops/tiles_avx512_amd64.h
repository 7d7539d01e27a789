// What tiles of products for AVX-512 share, be it of float32s or of bytes: where rows of A and sums are.
// Rows of A are at SI + {0, 1, 2, 3, 4, 5}·R9, R10 being 3·R9 and R11 5·R9, and six further ones at DX.
// A row has two vectors of sums.

#define ROW_STRIDES \
	LEAQ (R9)(R9*2), R10 \
	LEAQ (R9)(R9*4), R11 \
	LEAQ (SI)(R10*2), DX

// PANEL loads the next row of the panel and fetches the one 32 rows ahead, since processors themselves
// do not look beyond a page of memory.
#define PANEL \
	VMOVUPS    (BX), Z24   \
	VMOVUPS    64(BX), Z25 \
	PREFETCHT0 4096(BX)    \
	PREFETCHT0 4160(BX)    \
	ADDQ       $128, BX

// ROWS4 … do what is to be done with the place of an element of A and with the sums of its row.
#define ROWS4(row) \
	row((SI), Z0, Z1) \
	row((SI)(R9*1), Z2, Z3) \
	row((SI)(R9*2), Z4, Z5) \
	row((SI)(R10*1), Z6, Z7)

#define ROWS8(row) \
	ROWS4(row) \
	row((SI)(R9*4), Z8, Z9) \
	row((SI)(R11*1), Z10, Z11) \
	row((DX), Z12, Z13) \
	row((DX)(R9*1), Z14, Z15)

#define ROWS12(row) \
	ROWS8(row) \
	row((DX)(R9*2), Z16, Z17) \
	row((DX)(R10*1), Z18, Z19) \
	row((DX)(R9*4), Z20, Z21) \
	row((DX)(R11*1), Z22, Z23)

// SUMS4 … do what is to be done with the sums of each row.
#define SUMS4(row) \
	row(Z0, Z1) \
	row(Z2, Z3) \
	row(Z4, Z5) \
	row(Z6, Z7)

#define SUMS8(row) \
	SUMS4(row) \
	row(Z8, Z9) \
	row(Z10, Z11) \
	row(Z12, Z13) \
	row(Z14, Z15)

#define SUMS12(row) \
	SUMS8(row) \
	row(Z16, Z17) \
	row(Z18, Z19) \
	row(Z20, Z21) \
	row(Z22, Z23)

// FETCH12 fetches twelve rows of C, which are near by the time that the sums are ready.
#define FETCH12 \
	MOVQ DI, AX         \
	MOVQ $12, R14       \
fetch:                      \
	PREFETCHT0 (AX)     \
	PREFETCHT0 64(AX)   \
	PREFETCHT0 127(AX)  \
	ADDQ R8, AX         \
	DECQ R14            \
	JNZ  fetch
