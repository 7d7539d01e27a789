// Instructions of AMX (Intel, Architecture Instruction Set Extensions). The assembler does not know them, so their bytes are here.
// A tile register has 16 rows of 64 bytes. Tiles 0 to 3 have the sums of 2 × 16 rows by 2 × 16 columns, 4 and 5 rows of A,
// 6 and 7 columns of a panel.

#define LDTILECFG_R12  BYTE $0xC4; BYTE $0xC2; BYTE $0x78; BYTE $0x49; BYTE $0x04; BYTE $0x24
#define TILERELEASE    BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0xC0
#define TILEZERO(t)    BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $(0xC0+8*t)

// ROWS_OF loads a tile from (base) + CX·row, COLUMNS from BX + AX·row, STORE writes one to DX + AX·row.
#define ROWS_OF_SI(t)  BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $(0x04+8*t); BYTE $0x0E
#define ROWS_OF_DI(t)  BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $(0x04+8*t); BYTE $0x0F
#define COLUMNS(t, at) BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $(0x44+8*t); BYTE $0x03; BYTE $at
#define STORE(t, at)   BYTE $0xC4; BYTE $0xE2; BYTE $0x7A; BYTE $0x4B; BYTE $(0x44+8*t); BYTE $0x02; BYTE $at

// TDPBUSD adds to the sums c the products of the rows a, without signs, with the columns b, which are bytes.
#define TDPBUSD(a, b, c) BYTE $0xC4; BYTE $0xE2; BYTE $(0x79-8*b); BYTE $0x5E; BYTE $(0xC0+8*c+a)

// TDPBF16PS does so with numbers of bfloat16.
#define TDPBF16PS(a, b, c) BYTE $0xC4; BYTE $0xE2; BYTE $(0x7A-8*b); BYTE $0x5C; BYTE $(0xC0+8*c+a)

// ZERO_SUMS, MULTIPLY and STORE_SUMS are a product of 32 rows by 32 columns by one of these instructions: what is before, at each step
// of its depth, whose rows of A are at SI and DI, and after, when sums go to DX, one row of 32 after the other.
#define ZERO_SUMS TILEZERO(0); TILEZERO(1); TILEZERO(2); TILEZERO(3)
#define MULTIPLY(by)    \
	COLUMNS(6, 0x00); \
	ROWS_OF_SI(4);    \
	COLUMNS(7, 0x40); \
	ROWS_OF_DI(5);    \
	by(4, 6, 0);      \
	by(4, 7, 1);      \
	by(5, 6, 2);      \
	by(5, 7, 3)
#define STORE_SUMS      \
	STORE(0, 0x00);   \
	STORE(1, 0x40);   \
	ADDQ $2048, DX;   \
	STORE(2, 0x00);   \
	STORE(3, 0x40);   \
	SUBQ $2048, DX
