//go:build !linux

package loops

// allowTiles returns false: only Linux is asked for the registers of AMX.
func allowTiles() bool { return false }
