#include "textflag.h"

// FIND is find. SPREAD makes a vector of the check of key BX, and MATCH sets the lower bits of R11
// for the slots of bucket DX that have it. All buckets are prefetched before any is used; until
// then checks are in values, and buckets in the frame. The only jumps that a processor may
// mispredict are those out of full buckets.
#define FIND(SPREAD, MATCH) \
	MOVQ values_base+0(FP), DI  \
	MOVQ table_base+24(FP), R8  \
	MOVQ table_len+32(FP), R9   \
	MOVQ keys_base+48(FP), SI   \
	MOVQ keys_len+56(FP), CX    \
	MOVQ R9, R10                \
	SHLQ $6, R10                \
	ADDQ R8, R10                \ // end of the table
	MOVQ rows_base+72(FP), R15  \
	XORQ R14, R14               \
	MOVQ $0x3fffffff, AX        \
	CMPQ rows_len+80(FP), R14   \
	CMOVQNE AX, R14             \ // the mask of places; 0 if there are no rows
	MOVQ $0xd6e8feb86659fd93, R12 \
	XORQ R13, R13               \
	XORQ BX, BX                 \
	JMP  more                   \
ask:                            \
	MOVQ  (SI)(BX*8), AX        \ // see Hash
	MOVQ  AX, DX                \
	SHRQ  $29, DX               \
	XORQ  DX, AX                \
	IMULQ R12, AX               \
	MOVL  AX, (DI)(BX*4)        \
	SHRQ  $32, AX               \ // see First
	IMULQ R9, AX                \
	SHRQ  $32, AX               \
	SHLQ  $6, AX                \
	ADDQ  R8, AX                \
	PREFETCHT0 (AX)             \
	MOVQ  AX, bucket-1024(SP)(BX*8) \
	INCQ  BX                    \
more:                           \
	CMPQ BX, CX                 \
	JLT  ask                    \
	XORQ BX, BX                 \
	JMP  next                   \
key:                            \
	MOVQ bucket-1024(SP)(BX*8), DX \
	SPREAD                      \
bucket:                         \
	MATCH                       \
	MOVL    R11, AX             \
	ORL     $0x80, AX           \ // or else the last slot
	BSFL    AX, AX              \
	MOVL    32(DX)(AX*4), AX    \
	MOVL    AX, (DI)(BX*4)      \
	MOVL    AX, R12             \
	TESTL   R11, R11            \
	CMOVLNE R13, R12            \
	TESTL   R12, R12            \ // the value of the last slot if none matches
	JNE     full                \
	ANDL    R14, AX             \
	SHLQ    $5, AX              \
	PREFETCHT0 (R15)(AX*1)      \
	INCQ    BX                  \
next:                           \
	CMPQ    BX, CX              \
	JLT     key                 \
	JMP     done                \
full:                           \
	ADDQ    $64, DX             \
	CMPQ    DX, R10             \
	CMOVQEQ R8, DX              \
	JMP     bucket              \
done:

#define SPREAD8 VPBROADCASTD (DI)(BX*4), Y0

#define MATCH8 \
	VPCMPEQD  (DX), Y0, Y1 \
	VMOVMSKPS Y1, R11

// func findAVX2(values []uint32, table []Bucket, keys []uint64, rows []byte)
TEXT ·findAVX2(SB), 0, $1024-96
	FIND(SPREAD8, MATCH8)
	VZEROUPPER
	RET

#define SPREAD4 \
	MOVSS  (DI)(BX*4), X0 \
	PSHUFD $0, X0, X0

// Equal checks are −1, which the packs saturate to narrower −1s.
#define MATCH4 \
	MOVOU    (DX), X1   \
	MOVOU    16(DX), X2 \
	PCMPEQL  X0, X1     \
	PCMPEQL  X0, X2     \
	PACKSSLW X2, X1     \
	PACKSSWB X1, X1     \
	PMOVMSKB X1, R11    \
	ANDL     $0xff, R11

// func findSSE2(values []uint32, table []Bucket, keys []uint64, rows []byte)
TEXT ·findSSE2(SB), 0, $1024-96
	FIND(SPREAD4, MATCH4)
	RET

// func dealAVX512(lists *Lists, names []uint32)
//
// Sixteen names at a time; what a store writes after the end of its list is overwritten, or never
// read.
#define DEAL(kind, list, count) \
	VPCOMPRESSD Z0, kind, Z1                \
	VMOVDQU32   Z1, list(DI)(count*4)       \
	KMOVW       kind, AX                    \
	POPCNTL     AX, AX                      \
	ADDQ        AX, count

TEXT ·dealAVX512(SB), NOSPLIT, $0-32
	MOVQ lists+0(FP), DI
	MOVQ names_base+8(FP), SI
	MOVQ names_len+16(FP), CX
	XORQ R8, R8
	XORQ R9, R9
	XORQ R10, R10
	XORQ R11, R11
	MOVL $0x3fffffff, AX
	VPBROADCASTD AX, Z15
	MOVL $-1, DX

sixteen:
	CMPQ        CX, $0
	JLE         dealt
	BZHIL       CX, DX, AX
	CMPQ        CX, $16
	CMOVQGE     DX, AX
	KMOVW       AX, K1
	VMOVDQU32.Z (SI), K1, Z0
	VPMOVD2M    Z0, K1
	VPSLLD      $1, Z0, Z1
	VPMOVD2M    Z1, K2
	VPTESTMD    Z0, Z0, K3
	KANDNW      K2, K1, K4    // the kinds: 1,
	KORW        K1, K2, K5
	KANDNW      K3, K5, K3    // 0,
	KANDW       K1, K2, K2    // 3,
	KANDNW      K1, K2, K1    // and 2
	VPANDD      Z15, Z0, Z0
	DEAL(K3, 0, R8)
	DEAL(K4, 576, R9)
	DEAL(K1, 1152, R10)
	DEAL(K2, 1728, R11)
	ADDQ        $64, SI
	SUBQ        $16, CX
	JMP         sixteen

dealt:
	MOVQ R8, 2304(DI)
	MOVQ R9, 2312(DI)
	MOVQ R10, 2320(DI)
	MOVQ R11, 2328(DI)
	VZEROUPPER
	RET
