#include "textflag.h"

// FIRST sets DX to the bucket where hash BX belongs; R8 is the table, R9 its length.
#define FIRST \
	MOVQ (SI)(BX*8), AX \
	MULQ R9             \
	SHLQ $6, DX         \
	ADDQ R8, DX

// func findAVX2(values []uint32, table []Bucket, hashes []uint64)
//
// All buckets are asked for before any is needed. The only jumps that a processor may not
// foresee are those out of full buckets.
TEXT ·findAVX2(SB), NOSPLIT, $0-72
	MOVQ values_base+0(FP), DI
	MOVQ table_base+24(FP), R8
	MOVQ table_len+32(FP), R9
	MOVQ hashes_base+48(FP), SI
	MOVQ hashes_len+56(FP), CX
	MOVQ R9, R10
	SHLQ $6, R10
	ADDQ R8, R10               // end of the table
	XORQ R13, R13
	XORQ BX, BX
	JMP  more

ask:
	FIRST
	PREFETCHT0 (DX)
	INCQ       BX

more:
	CMPQ BX, CX
	JLT  ask
	XORQ BX, BX
	JMP  next

hash:
	FIRST
	VPBROADCASTD (SI)(BX*8), Y0

bucket:
	VPCMPEQD  (DX), Y0, Y1
	VMOVMSKPS Y1, R11              // slots whose check matches
	MOVL      R11, AX
	ORL       $0x80, AX            // or else the last
	BSFL      AX, AX
	MOVL      32(DX)(AX*4), R12
	MOVL      R12, (DI)(BX*4)
	TESTL     R11, R11
	CMOVLNE   R13, R12
	TESTL     R12, R12             // the value of the last slot if none matches
	JNE       full
	INCQ      BX

next:
	CMPQ BX, CX
	JLT  hash
	VZEROUPPER
	RET

full:
	ADDQ    $64, DX
	CMPQ    DX, R10
	CMOVQEQ R8, DX
	JMP     bucket
