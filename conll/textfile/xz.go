//go:build !js

package textfile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

const (
	xzEnd       = "YZ" // of a stream
	xzHeader    = 12   // bytes before the blocks of a stream, and after its index
	lzma2Filter = 0x21
	maxIndex    = 1 << 28 // records in an index
)

var errWindow = errors.New("the window is too large")

// unxz reads the text of a file compressed with xz (The .xz File Format, version 1.2.1): streams of blocks. It is not
// xz.Reader of the library, which takes as much memory as a block asks for.
type unxz struct {
	in     *source
	begun  bool // in a stream
	second bool // of the file, at least
	check  byte // how contents of blocks are checked
	block  *lzma.Reader2
	raw    counted
	sum    hash.Hash // of its text; nil if there is no check
}

// counted counts the bytes of a block.
type counted struct {
	*source
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.source.Read(p)
	c.n += n
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.source.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (u *unxz) Read(p []byte) (n int, err error) {
	for {
		if u.block == nil {
			if err := u.next(); err != nil {
				return 0, err
			}
		}
		n, err = u.block.Read(p)
		if u.sum != nil {
			u.sum.Write(p[:n])
		}
		if err == io.EOF {
			err = u.finish()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// next goes to the next block; the error is io.EOF after the last one of the last stream.
func (u *unxz) next() error {
	for {
		if !u.begun {
			if err := u.stream(); err != nil {
				return err
			}
		}
		size, err := u.in.ReadByte()
		if err != nil {
			return early(err)
		}
		if size > 0 {
			return u.open(size)
		}
		if err := u.index(); err != nil {
			return err
		}
		u.begun, u.second = false, true
	}
}

// early returns the error for a file that ends where it must not.
func early(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// stream reads the header of a stream, after zeros that may stand between streams.
func (u *unxz) stream() error {
	var head [xzHeader]byte
	for {
		if _, err := io.ReadFull(u.in, head[:4]); err != nil {
			return err // io.EOF after the last one
		}
		if !u.second || head[0]|head[1]|head[2]|head[3] != 0 {
			break
		}
	}
	if _, err := io.ReadFull(u.in, head[4:]); err != nil {
		return early(err)
	}
	if string(head[:len(xzMagic)]) != xzMagic || head[6] != 0 || head[7] > 0xf || !sound(head[6:8], head[8:]) {
		return errors.New("xz: malformed header of a stream")
	}
	u.begun, u.check = true, head[7]
	return nil
}

// sound reports whether a check is that of some bytes.
func sound(text, check []byte) bool {
	return crc32.ChecksumIEEE(text) == binary.LittleEndian.Uint32(check)
}

// open begins a block; size is the first byte of its header.
func (u *unxz) open(size byte) error {
	head := make([]byte, (int(size)+1)*4)
	head[0] = size
	if _, err := io.ReadFull(u.in, head[1:]); err != nil {
		return early(err)
	}
	end := len(head) - 4
	if !sound(head[:end], head[end:]) {
		return errors.New("xz: malformed header of a block")
	}
	flags, rest := head[1], head[2:end]
	for _, given := range []byte{0x40, 0x80} { // the sizes of the block, which its end tells as well
		if flags&given != 0 {
			_, n := binary.Uvarint(rest)
			rest = rest[max(0, n):]
		}
	}
	if flags&0x3f != 0 || len(rest) < 3 || rest[0] != lzma2Filter || rest[1] != 1 {
		return errors.New("xz: a block has other filters than LZMA2, which are for programs")
	}
	window := windowOf(rest[2])
	if window > maxWindow {
		return errWindow
	}
	u.raw = counted{source: u.in}
	u.sum = checkOf(u.check)
	block, err := lzma.Reader2Config{DictCap: max(int(window), lzma.MinDictCap)}.NewReader2(&u.raw)
	u.block = block
	return err
}

// windowOf returns the size of the window that a byte stands for.
func windowOf(b byte) int64 {
	if b > 39 {
		return 1 << 32
	}
	return (2 | int64(b)&1) << (b/2 + 11)
}

// checkOf returns what checks the text of blocks; nil if nothing does, or something unknown.
func checkOf(check byte) hash.Hash {
	switch check {
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		return sha256.New()
	}
	return nil
}

// finish reads what follows the text of a block: zeros up to a multiple of four bytes, and the check.
func (u *unxz) finish() error {
	u.block = nil
	size := 0
	if u.check > 0 {
		size = 4 << ((u.check - 1) / 3)
	}
	rest := make([]byte, -u.raw.n&3+size)
	if _, err := io.ReadFull(u.in, rest); err != nil {
		return early(err)
	}
	if u.sum == nil {
		return nil
	}
	want := rest[len(rest)-size:]
	got := u.sum.Sum(nil)
	for i := range got {
		other := i
		if u.check != 10 { // numbers, the lowest byte first
			other = len(got) - 1 - i
		}
		if got[other] != want[i] {
			return errors.New("xz: the check of a block fails")
		}
	}
	return nil
}

// index reads what follows the blocks of a stream: their sizes, which are passed, and its end.
func (u *unxz) index() error {
	raw := counted{source: u.in, n: 1} // the byte before has been read
	records, err := binary.ReadUvarint(&raw)
	if err == nil && records > maxIndex {
		return errors.New("xz: malformed index")
	}
	for i := uint64(0); err == nil && i < 2*records; i++ {
		_, err = binary.ReadUvarint(&raw)
	}
	if err != nil {
		return early(err)
	}
	tail := make([]byte, -raw.n&3+4+xzHeader)
	if _, err := io.ReadFull(u.in, tail); err != nil {
		return early(err)
	}
	foot := tail[len(tail)-xzHeader:]
	if string(foot[10:]) != xzEnd || foot[9] != u.check || !sound(foot[4:10], foot) {
		return errors.New("xz: malformed end of a stream")
	}
	return nil
}
