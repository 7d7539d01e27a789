//go:build !js

package textfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"
)

// pack compresses a text.
type pack func(t testing.TB, text string) string

func written(t testing.TB, text string, open func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var out bytes.Buffer
	w, err := open(&out)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.String()
}

// packs are the ways to compress a text of one's own. bzip2 has none here: see TestBzip2.
var packs = map[string]pack{
	"gzip": func(t testing.TB, text string) string {
		return written(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
	},
	"zstd": func(t testing.TB, text string) string {
		return written(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) })
	},
	"xz":        xzWith(xz.CRC64, 0),
	"xz crc32":  xzWith(xz.CRC32, 1000),
	"xz sha256": xzWith(xz.SHA256, 5000),
	"xz none": func(t testing.TB, text string) string {
		return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
			return xz.WriterConfig{NoCheckSum: true, DictCap: 1 << 14}.NewWriter(w)
		})
	},
}

func xzWith(check byte, block int64) pack {
	return func(t testing.TB, text string) string {
		return written(t, text, func(w io.Writer) (io.WriteCloser, error) {
			return xz.WriterConfig{CheckSum: check, BlockSize: block, DictCap: 1 << 14}.NewWriter(w)
		})
	}
}

func unpackedText(in io.Reader) (string, error) {
	r, err := New(in, "f")
	if err != nil {
		return "", err
	}
	all, err := io.ReadAll(r)
	return string(all), err
}

// Text is the same whole and byte by byte, compressed once and twice, and in parts one after the other.
func TestUnpack(t *testing.T) {
	for name, pack := range packs {
		for _, text := range []string{"", "a", "a\nb\n", strings.Repeat("some text that comes again\n", 300)} {
			once := pack(t, text)
			for _, c := range []struct{ in, want string }{
				{once, text}, {packs["gzip"](t, once), text}, {pack(t, packs["zstd"](t, text)), text}, {once + once, text + text},
			} {
				for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in))} {
					got, err := unpackedText(r)
					require.NoError(t, err, name)
					require.Equal(t, c.want, got, name)
				}
			}
			_, err := unpackedText(strings.NewReader(pack(t, pack(t, pack(t, text)))))
			kind, _, _ := strings.Cut(name, " ")
			require.EqualError(t, err, "f: it is compressed more than twice, with "+kind+", not text; unpack it first")
		}
	}
	zeros := packs["xz"](t, "a") + "\x00\x00\x00\x00\x00\x00\x00\x00" + packs["xz"](t, "b")
	got, err := unpackedText(strings.NewReader(zeros))
	require.NoError(t, err)
	require.Equal(t, "ab", got)
	got, err = unpackedText(strings.NewReader("\x50\x2a\x4d\x18\x04\x00\x00\x00abcd" + packs["zstd"](t, "a")))
	require.NoError(t, err)
	require.Equal(t, "a", got)
}

// What was compressed before a file was cut off is read; and nothing is invented.
func TestCutOff(t *testing.T) {
	var b strings.Builder
	for i := range 4_000 {
		b.WriteString(strings.Repeat("ab", i%17) + "\n")
	}
	text := b.String()
	for name, pack := range packs {
		whole := pack(t, text) + pack(t, text)
		for _, part := range []int{len(whole) - 1, len(whole) - 5, len(whole) * 3 / 4, len(whole)/2 + 7, 20} {
			got, err := unpackedText(strings.NewReader(whole[:part]))
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%s %d", name, part)
			require.ErrorContains(t, err, "the compressed file ends too early")
			require.True(t, strings.HasPrefix(text+text, got), name)
			if part > len(whole)/2 {
				require.GreaterOrEqual(t, len(got), len(text), name)
			}
		}
		broken := io.MultiReader(strings.NewReader(whole[:len(whole)/3]), iotest.ErrReader(io.ErrClosedPipe))
		_, err := unpackedText(broken)
		require.ErrorIs(t, err, io.ErrClosedPipe, name)
	}
}

// A byte that was changed is noticed, where there are checks, or does no harm.
func TestDamaged(t *testing.T) {
	text := strings.Repeat("some text that comes again, and more\n", 200)
	for name, pack := range packs {
		whole := pack(t, text)
		noticed := 0
		for at := 0; at < len(whole); at += 3 {
			changed := []byte(whole)
			changed[at] ^= 0x41
			got, err := unpackedText(bytes.NewReader(changed))
			if err != nil {
				noticed++
				require.LessOrEqual(t, len(got), 4*len(text), name)
			} else if name != "xz none" && packingOf(bufio.NewReader(bytes.NewReader(changed))) != nil {
				require.Equal(t, text, got, "%s %d", name, at)
			}
		}
		require.Positive(t, noticed, name)
	}
}

// A file does not decide how much memory its reading takes: windows of 2^27 bytes are read, and no larger ones.
func TestWindows(t *testing.T) {
	small := packs["xz"](t, "a")
	for window, wrong := range map[byte]string{22: "", 30: "",
		31: "f: reading it takes more than 128 MiB of memory; unpack it with the program xz first",
		40: "f: reading it takes more than 128 MiB of memory; unpack it with the program xz first",
		41: "f: reading it takes more than 128 MiB of memory; unpack it with the program xz first"} {
		file := []byte(small)
		head := file[xzHeader : xzHeader+(int(file[xzHeader])+1)*4]
		at := bytes.Index(head, []byte{lzma2Filter, 1}) + 2
		head[at] = window
		binary.LittleEndian.PutUint32(head[len(head)-4:], crc32.ChecksumIEEE(head[:len(head)-4]))
		requireText(t, string(file), "a", wrong)
	}
	frame := "\x28\xb5\x2f\xfd\x00" // and its window, and one block of one byte
	requireText(t, frame+"\x88\x09\x00\x00a", "a", "")
	requireText(t, frame+"\x90\x09\x00\x00a", "", "f: reading it takes more than 128 MiB of memory; unpack it with the program zstd first")
}

func requireText(t *testing.T, in, want, wrong string) {
	t.Helper()
	r, err := New(strings.NewReader(in), "f")
	require.NoError(t, err)
	got, err := r.Whole(1000)
	if wrong != "" {
		require.EqualError(t, err, wrong)
		return
	}
	require.NoError(t, err)
	require.Equal(t, want, string(got))
}

// As the program bzip2 writes them: "Dogs bark.\n", and an empty text.
func TestBzip2(t *testing.T) {
	dogs, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWVmrXPIAAAHVgAAQQAEEADCImAAgACIAMQgGmmiUK7CgV4u5IpwoSCzVrnkA")
	require.NoError(t, err)
	empty := "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"
	for in, want := range map[string]string{string(dogs): "Dogs bark.\n", string(dogs) + string(dogs): "Dogs bark.\nDogs bark.\n",
		empty: "", empty + string(dogs): "Dogs bark.\n", packs["xz"](t, string(dogs)): "Dogs bark.\n"} {
		got, err := unpackedText(iotest.OneByteReader(strings.NewReader(in)))
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err = unpackedText(bytes.NewReader(dogs[:len(dogs)-3]))
	require.ErrorContains(t, err, "the compressed file ends too early")
	dogs[len(dogs)-5] ^= 1
	_, err = unpackedText(bytes.NewReader(dogs))
	require.ErrorContains(t, err, "the file, which is compressed with bzip2, is damaged: ")
}

// FuzzUnpack reads any bytes after what compressed files begin with: they are refused with the name of the file, or give the
// same text whole and byte by byte, and never more memory than a window is taken for them.
func FuzzUnpack(f *testing.F) {
	for name, pack := range packs {
		f.Add(pack(f, "some text, some text, and more\n"), name == "gzip")
	}
	f.Add("BZh91AY&SY\xd0\x2b\x17\xc4", false)
	f.Add(xzMagic+"\x00\x04\xe6\xd6\xb4\x46\x00\x00\x00\x00\x1c\xdf\x44\x21", false)
	f.Fuzz(func(t *testing.T, file string, twice bool) {
		if twice {
			file = packs["gzip"](t, file)
		}
		const most = 1 << 20 // of what may be endless
		read := func(in io.Reader) (string, error) {
			r, err := New(in, "f")
			if err != nil {
				return "", err
			}
			all, err := io.ReadAll(io.LimitReader(r, most))
			return string(all), err
		}
		text, err := read(strings.NewReader(file))
		same, again := read(iotest.OneByteReader(strings.NewReader(file)))
		require.Equal(t, text, same)
		require.Equal(t, err == nil, again == nil)
		if packingOf(bufio.NewReader(strings.NewReader(file))) == nil && err == nil {
			require.True(t, strings.HasPrefix(file, text))
		}
	})
}
