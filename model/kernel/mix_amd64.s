#include "textflag.h"

// func mixAVX512(hashes, values []uint64, slots []int32)
TEXT ·mixAVX512(SB), NOSPLIT, $0-72
	MOVQ hashes_base+0(FP), DI
	MOVQ hashes_len+8(FP), CX
	MOVQ values_base+24(FP), SI
	MOVQ slots_base+48(FP), R8
	MOVQ $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z4
	MOVL $-1, R9

eight:
	BZHIL       CX, R9, AX
	CMPQ        CX, $8
	CMOVQGE     R9, AX
	KMOVB       AX, K1
	KMOVB       AX, K2
	VMOVDQU32.Z (R8), K1, Y0
	VPXORQ      Z1, Z1, Z1
	VPGATHERDQ  (SI)(Y0*8), K2, Z1
	VPXORQ.Z    (DI), Z1, K1, Z1
	VPMULLQ     Z4, Z1, Z1
	VPSRLQ      $32, Z1, Z2
	VPXORQ      Z2, Z1, Z1
	VMOVDQU64   Z1, K1, (DI)
	ADDQ        $64, DI
	ADDQ        $32, R8
	SUBQ        $8, CX
	JGT         eight
	VZEROUPPER
	RET
