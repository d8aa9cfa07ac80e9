#include "textflag.h"

// Sixteen copies of the bytes that findMarks looks for. Two signs that differ in one bit are looked for together, with
// that bit set: - and /, ( and *.
#define SIXTEEN(name, word) \
	DATA name<>+0(SB)/8, $word; \
	DATA name<>+8(SB)/8, $word; \
	GLOBL name<>(SB), RODATA|NOPTR, $16

SIXTEEN(opening, 0x7b7b7b7b7b7b7b7b)
SIXTEEN(closing, 0x7d7d7d7d7d7d7d7d)
SIXTEEN(newline, 0x0a0a0a0a0a0a0a0a)
SIXTEEN(semicolon, 0x3b3b3b3b3b3b3b3b)
SIXTEEN(bit1, 0x0202020202020202)
SIXTEEN(dash, 0x2f2f2f2f2f2f2f2f)
SIXTEEN(star, 0x2a2a2a2a2a2a2a2a)

// QUARTER marks the sixteen bytes at an offset from SI and shifts the bits to their place. X8 to X14 hold the copies.
#define QUARTER(at) \
	MOVOU at(SI), X0; \
	MOVO X0, X1; PCMPEQB X8, X1; PMOVMSKB X1, AX; SHLQ $at, AX; ORQ AX, R8; \
	MOVO X0, X1; PCMPEQB X9, X1; PMOVMSKB X1, AX; SHLQ $at, AX; ORQ AX, R9; \
	MOVO X0, X1; PCMPEQB X10, X1; PMOVMSKB X1, AX; SHLQ $at, AX; ORQ AX, R10; \
	MOVO X0, X1; POR X12, X1; MOVO X1, X2; PCMPEQB X13, X1; PCMPEQB X14, X2; POR X2, X1; \
	MOVO X0, X2; PCMPEQB X11, X2; POR X2, X1; POR X0, X1; PMOVMSKB X1, AX; SHLQ $at, AX; ORQ AX, R11

// func findMarks(text *[64]byte, m *marks)
TEXT ·findMarks(SB), NOSPLIT, $0-16
	MOVQ text+0(FP), SI
	MOVQ m+8(FP), DI
	MOVOU opening<>(SB), X8
	MOVOU closing<>(SB), X9
	MOVOU newline<>(SB), X10
	MOVOU semicolon<>(SB), X11
	MOVOU bit1<>(SB), X12
	MOVOU dash<>(SB), X13
	MOVOU star<>(SB), X14
	XORQ R8, R8
	XORQ R9, R9
	XORQ R10, R10
	XORQ R11, R11
	QUARTER(0)
	QUARTER(16)
	QUARTER(32)
	QUARTER(48)
	MOVQ R8, 0(DI)
	MOVQ R9, 8(DI)
	MOVQ R10, 16(DI)
	MOVQ R11, 24(DI)
	RET
