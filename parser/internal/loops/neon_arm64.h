// Vector instructions that the assembler lacks, of four float32s unless they say otherwise. Registers
// are given by their numbers, in the order of the assembler: d = n op m.

#define FADD(m, n, d) WORD $(0x4E20D400 | m<<16 | n<<5 | d)
#define FSUB(m, n, d) WORD $(0x4EA0D400 | m<<16 | n<<5 | d)
#define FMUL(m, n, d) WORD $(0x6E20DC00 | m<<16 | n<<5 | d)
#define FDIV(m, n, d) WORD $(0x6E20FC00 | m<<16 | n<<5 | d)
#define FMAX(m, n, d) WORD $(0x4E20F400 | m<<16 | n<<5 | d) // NaN if either is
#define FMIN(m, n, d) WORD $(0x4EA0F400 | m<<16 | n<<5 | d) // NaN if either is
#define FSQRT(n, d) WORD $(0x6EA1F800 | n<<5 | d)
#define FABS(n, d) WORD $(0x4EA0F800 | n<<5 | d)
#define FMLA(m, n, d) WORD $(0x4E20CC00 | m<<16 | n<<5 | d) // d + n·m, rounded once
#define FMLS(m, n, d) WORD $(0x4EA0CC00 | m<<16 | n<<5 | d) // d − n·m, rounded once
#define FCMGT(m, n, d) WORD $(0x6EA0E400 | m<<16 | n<<5 | d) // all bits where n > m, else none
#define FACGT(m, n, d) WORD $(0x6EA0EC00 | m<<16 | n<<5 | d) // the same of sizes
#define BIC(m, n, d) WORD $(0x4E601C00 | m<<16 | n<<5 | d)   // the bits of n that m lacks
#define BIT(m, n, d) WORD $(0x6EA01C00 | m<<16 | n<<5 | d)   // the bits of n where m has them, else those of d
#define MOVE(n, d) WORD $(0x4EA01C00 | n<<16 | n<<5 | d)
#define SMIN(m, n, d) WORD $(0x4EA06C00 | m<<16 | n<<5 | d) // of int32s
#define SMAX(m, n, d) WORD $(0x4EA06400 | m<<16 | n<<5 | d) // of int32s
#define EOR(m, n, d) WORD $(0x6E201C00 | m<<16 | n<<5 | d)
#define SIGN(n, d) WORD $(0x4F210400 | n<<5 | d) // all bits of int32s that are negative, else none
#define FCVTNS(n, d) WORD $(0x4E21A800 | n<<5 | d) // the nearest int32, ties to even

#define SCVTF(n, d) WORD $(0x4E21D800 | n<<5 | d) // the float32s of int32s

// SDOT adds four products of int8s to each int32 of d. Not all processors have it.
#define SDOT(m, n, d) WORD $(0x4E809400 | m<<16 | n<<5 | d)

// Of two float64s: DWIDEN makes them from the lower two float32s, DWIDEN2 from the upper two.
#define DADD(m, n, d) WORD $(0x4E60D400 | m<<16 | n<<5 | d)
#define DSUB(m, n, d) WORD $(0x4EE0D400 | m<<16 | n<<5 | d)
#define DMUL(m, n, d) WORD $(0x6E60DC00 | m<<16 | n<<5 | d)
#define DWIDEN(n, d) WORD $(0x0E617800 | n<<5 | d)
#define DWIDEN2(n, d) WORD $(0x4E617800 | n<<5 | d)

#define CLEAR(v0, v1, v2, v3) \
	VEOR v0.B16, v0.B16, v0.B16 \
	VEOR v1.B16, v1.B16, v1.B16 \
	VEOR v2.B16, v2.B16, v2.B16 \
	VEOR v3.B16, v3.B16, v3.B16
