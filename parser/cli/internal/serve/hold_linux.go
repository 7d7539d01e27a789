package serve

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// holdNewcomers makes the kernel drop requests for new connections, as if the queue were full: clients try again after
// a second, and are then refused. Existing connections stay and can all be accepted. If the kernel does not allow this,
// connections that arrive just when the listener closes may be lost.
func holdNewcomers(l net.Listener) {
	socket, ok := l.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return
	}
	const flags, syn = 13, 0x02 // a byte of the TCP header, and a bit of it
	const all = 1 << 16         // bytes of a packet
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: flags},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: syn, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K}, // no bytes: the packet is dropped
		{Code: unix.BPF_RET | unix.BPF_K, K: all},
	}
	_ = raw.Control(func(fd uintptr) {
		_ = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})
	})
}
