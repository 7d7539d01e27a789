#include "textflag.h"

// Vector instructions that the assembler lacks, of four float32s: d = n op m.
#define FMAX(m, n, d) WORD $(0x4E20F400 | m<<16 | n<<5 | d) // NaN if either is
#define FMIN(m, n, d) WORD $(0x4EA0F400 | m<<16 | n<<5 | d) // NaN if either is

// Of halves: HNARROW rounds four float32s to the lower half of d, HNARROW2 to the upper one; HWIDEN and
// HWIDEN2 undo it.
#define HNARROW(n, d) WORD $(0x0E216800 | n<<5 | d)
#define HNARROW2(n, d) WORD $(0x4E216800 | n<<5 | d)
#define HWIDEN(n, d) WORD $(0x0E217800 | n<<5 | d)
#define HWIDEN2(n, d) WORD $(0x4E217800 | n<<5 | d)

#define CONVERT_ARGUMENTS \
	MOVD dst_base+0(FP), R0 \
	MOVD x_base+24(FP), R1  \
	MOVD x_len+32(FP), R6

#define HALVE(low, high, d) \
	FMAX(24, low, low)   \
	FMAX(24, high, high) \
	FMIN(25, low, low)   \
	FMIN(25, high, high) \
	HNARROW(low, d)      \
	HNARROW2(high, d)

// func toHalfNEON(dst []Half, x []float32)
TEXT ·toHalfNEON(SB), NOSPLIT, $0-48
	CONVERT_ARGUMENTS
	MOVD  $·halfBounds(SB), R2
	FMOVQ (R2), F24
	FMOVQ 64(R2), F25
	CBZ   R6, done

sixteen:
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	HALVE(0, 1, 4)
	HALVE(2, 3, 5)
	VST1.P [V4.H8, V5.H8], 32(R0)
	SUBS   $16, R6
	BNE    sixteen

done:
	RET

// func fromHalfNEON(dst []float32, x []Half)
TEXT ·fromHalfNEON(SB), NOSPLIT, $0-48
	CONVERT_ARGUMENTS
	CBZ R6, done

sixteen:
	VLD1.P 32(R1), [V4.H8, V5.H8]
	HWIDEN(4, 0)
	HWIDEN2(4, 1)
	HWIDEN(5, 2)
	HWIDEN2(5, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	SUBS   $16, R6
	BNE    sixteen

done:
	RET
