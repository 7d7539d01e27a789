// Vector instructions that the assembler lacks, of four float32s unless they say otherwise. Registers
// are given by their numbers, in the order of the assembler: d = n op m.

#define FADD(m, n, d) WORD $(0x4E20D400 | m<<16 | n<<5 | d)
#define FSUB(m, n, d) WORD $(0x4EA0D400 | m<<16 | n<<5 | d)
#define FMUL(m, n, d) WORD $(0x6E20DC00 | m<<16 | n<<5 | d)
#define FDIV(m, n, d) WORD $(0x6E20FC00 | m<<16 | n<<5 | d)

// SADDW adds the lower four int16s of m to int32s, SADDW2 the upper four; SCVTF makes these float32s.
#define SADDW(m, n, d) WORD $(0x0E601000 | m<<16 | n<<5 | d)
#define SADDW2(m, n, d) WORD $(0x4E601000 | m<<16 | n<<5 | d)
#define SCVTF(n, d) WORD $(0x4E21D800 | n<<5 | d)
