package textfile

import (
	"bufio"
	"strings"
)

// packing is a way to compress files, told by their first bytes; "?" stands for any byte.
type packing struct{ name, magic string }

const xzMagic = "\xfd7zXZ\x00"

var packings = [...]packing{
	{"gzip", "\x1f\x8b"},
	{"bzip2", "BZh?1AY&SY"},
	{"bzip2", "BZh?\x17rE8P\x90"}, // an empty text
	{"zstd", "\x28\xb5\x2f\xfd"},
	{"zstd", "?*M\x18"}, // what pzstd writes first
	{"xz", xzMagic},
}

// packingOf returns how a stream is compressed, nil if it is not.
func packingOf(in *bufio.Reader) *packing {
	for i := range packings {
		if begins(in, packings[i].magic) {
			return &packings[i]
		}
	}
	return nil
}

// Endings lists the endings of names of compressed files.
func Endings() []string { return []string{".gz", ".bz2", ".zst", ".xz"} }

// Unpacked returns a name without the ending of compressed files.
func Unpacked(name string) string {
	for _, ending := range Endings() {
		if plain, ok := strings.CutSuffix(name, ending); ok {
			return plain
		}
	}
	return name
}

// begins reports whether a stream begins with magic, and waits for no byte that cannot matter.
func begins(in *bufio.Reader, magic string) bool {
	for i := range len(magic) {
		start, err := in.Peek(i + 1)
		if err != nil || start[i] != magic[i] && magic[i] != '?' {
			return false
		}
	}
	return true
}
