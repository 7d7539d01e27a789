#include "textflag.h"
#include "tiles8_avx2_amd64.h"

// Tiles of products of bytes for AVX2; see panels8_avx512_amd64.s. Here a tile is a quarter of a panel wide. Bytes of W
// are widened to 16 bits, as those of A have been before, and products of pairs are added without overflow. A
// vector has two sums for each of four columns, which are added in the end.

#define CLEAR(v0, v1) \
	VPXOR v0, v0, v0 \
	VPXOR v1, v1, v1

// COLUMNS loads eight columns of the group, and ROW adds their products with four elements of A.
#define COLUMNS \
	VPMOVSXBW  (BX), Y12   \
	VPMOVSXBW  16(BX), Y13 \
	PREFETCHT0 4096(BX)    \
	ADDQ       $128, BX

#define ROW(at, v0, v1) \
	VPBROADCASTQ at, Y14        \
	VPMADDWD     Y12, Y14, Y15  \
	VPMADDWD     Y13, Y14, Y14  \
	VPADDD       Y15, v0, v0    \
	VPADDD       Y14, v1, v1

// OUT_ROW writes a row of C: of two vectors of sums it makes one of eight, with what they start from.
#define OUT_ROW(v0, v1, put) \
	VPHADDD      v1, v0, v0     \
	VPERMQ       $0xd8, v0, v0  \
	VPADDD       (R10), v0, v0  \
	VBROADCASTSS (R13), Y13     \
	VBROADCASTSS 4(R13), Y12    \
	put(v0, 0)                  \
	ADDQ         $8, R13        \
	ADDQ         R8, DI

// func tile6BytesAVX2(c *float32, ldc int, a *int16, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile6BytesAVX2(SB), NOSPLIT, $0-80
	ARGUMENTS
	CLEAR(Y0, Y1)
	CLEAR(Y2, Y3)
	CLEAR(Y4, Y5)
	CLEAR(Y6, Y7)
	CLEAR(Y8, Y9)
	CLEAR(Y10, Y11)

group:
	COLUMNS
	ROW((SI), Y0, Y1)
	ROW((SI)(R9*1), Y2, Y3)
	ROW((SI)(R9*2), Y4, Y5)
	ROW((SI)(DX*1), Y6, Y7)
	ROW((SI)(R9*4), Y8, Y9)
	ROW((SI)(AX*1), Y10, Y11)
	ADDQ  $8, SI
	DECQ  CX
	JNZ   group
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1, OUT)
	OUT_ROW(Y2, Y3, OUT)
	OUT_ROW(Y4, Y5, OUT)
	OUT_ROW(Y6, Y7, OUT)
	OUT_ROW(Y8, Y9, OUT)
	OUT_ROW(Y10, Y11, OUT)
	VZEROUPPER
	RET

part:
	OUT_ROW(Y0, Y1, MASKED_OUT)
	OUT_ROW(Y2, Y3, MASKED_OUT)
	OUT_ROW(Y4, Y5, MASKED_OUT)
	OUT_ROW(Y6, Y7, MASKED_OUT)
	OUT_ROW(Y8, Y9, MASKED_OUT)
	OUT_ROW(Y10, Y11, MASKED_OUT)
	VZEROUPPER
	RET

// func tile1BytesAVX2(c *float32, ldc int, a *int16, rowStride int, steps *Steps,
//	panel *int8, groups int, starts *int32, mask *int32, partial int)
TEXT ·tile1BytesAVX2(SB), NOSPLIT, $0-80
	ARGUMENTS
	CLEAR(Y0, Y1)

group:
	COLUMNS
	ROW((SI), Y0, Y1)
	ADDQ  $8, SI
	DECQ  CX
	JNZ   group
	TESTQ R15, R15
	JNZ   part
	OUT_ROW(Y0, Y1, OUT)
	VZEROUPPER
	RET

part:
	OUT_ROW(Y0, Y1, MASKED_OUT)
	VZEROUPPER
	RET

// func widenAVX2(dst []int16, bytes []uint8)
// … for a multiple of four bytes.
TEXT ·widenAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ bytes_base+24(FP), SI
	MOVQ bytes_len+32(FP), CX
	SUBQ $16, CX
	JLT  fours

sixteen:
	VPMOVZXBW (SI), Y0
	VMOVDQU   Y0, (DI)
	ADDQ      $16, SI
	ADDQ      $32, DI
	SUBQ      $16, CX
	JGE       sixteen

fours:
	ADDQ $16, CX
	JZ   done

four:
	VMOVD     (SI), X0
	VPMOVZXBW X0, X0
	VMOVQ     X0, (DI)
	ADDQ      $4, SI
	ADDQ      $8, DI
	SUBQ      $4, CX
	JNZ       four

done:
	VZEROUPPER
	RET
