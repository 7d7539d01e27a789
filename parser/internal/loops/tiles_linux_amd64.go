package loops

import "golang.org/x/sys/unix"

// allowTiles asks the kernel for the registers of AMX, which it saves for no process that did not ask
// (Documentation/arch/x86/xstate.rst), and returns whether it may use them.
func allowTiles() bool {
	const request, tiles = 0x1023, 18 // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
	_, _, errno := unix.RawSyscall(unix.SYS_ARCH_PRCTL, request, tiles, 0)
	return errno == 0
}
