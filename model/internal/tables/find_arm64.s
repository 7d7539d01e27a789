#include "textflag.h"

// func findNEON(values []uint32, table []Bucket, keys []uint64, rows []byte)
//
// All buckets are prefetched before any is used; until then checks are in values, and buckets in the
// frame. The only jumps that a processor may mispredict are those out of full buckets.
TEXT ·findNEON(SB), 0, $1024-96
	MOVD values_base+0(FP), R0
	MOVD table_base+24(FP), R1
	MOVD table_len+32(FP), R2
	MOVD keys_base+48(FP), R3
	MOVD keys_len+56(FP), R4
	MOVD rows_base+72(FP), R5
	MOVD rows_len+80(FP), R6
	CBZ  R4, done
	ADD  R2<<6, R1, R7 // end of the table
	MOVD $0x3fffffff, R8
	CMP  $0, R6
	CSEL EQ, ZR, R8, R8 // the mask of places; 0 if there are no rows
	MOVD $0xd6e8feb86659fd93, R9
	MOVD $bucket-1024(SP), R10
	MOVD R0, R11
	MOVD R10, R12
	MOVD R4, R13

ask:
	MOVD.P 8(R3), R14 // see Hash
	EOR    R14>>29, R14, R14
	MUL    R9, R14, R14
	MOVW.P R14, 4(R11)
	LSR    $32, R14, R14 // see First
	MUL    R2, R14, R14
	LSR    $32, R14, R14
	ADD    R14<<6, R1, R14
	PRFM   (R14), PLDL1KEEP
	MOVD.P R14, 8(R12)
	SUBS   $1, R13
	BNE    ask

key:
	VLD1R  (R0), [V0.S4]
	MOVD.P 8(R10), R14

// A slot with the check has all bits of its byte in R15.
bucket:
	VLD1  (R14), [V1.S4, V2.S4]
	VCMEQ V0.S4, V1.S4, V1.S4
	VCMEQ V0.S4, V2.S4, V2.S4
	VUZP1 V2.H8, V1.H8, V1.H8
	VUZP1 V1.B16, V1.B16, V1.B16
	VMOV  V1.D[0], R15
	ORR   $(1<<63), R15, R16 // or else the last slot
	RBIT  R16, R16
	CLZ   R16, R16
	LSR   $3, R16, R16
	ADD   R16<<2, R14, R16
	MOVWU 32(R16), R16
	CMP   $0, R15
	CSEL  EQ, R16, ZR, R17 // the value of the last slot if none matches
	CBNZ  R17, full
	MOVW.P R16, 4(R0)
	AND   R8, R16, R16
	ADD   R16<<5, R5, R16
	PRFM  (R16), PLDL1KEEP
	SUBS  $1, R4
	BNE   key

done:
	RET

full:
	ADD  $64, R14, R14
	CMP  R7, R14
	CSEL EQ, R1, R14, R14
	B    bucket
