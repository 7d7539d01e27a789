package textfile

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"
)

// encoded returns a text in an encoding.
func encoded(t *testing.T, text, name string) string {
	t.Helper()
	e, _, err := encodingOf(name)
	require.NoError(t, err)
	out, err := e.NewEncoder().String(text)
	require.NoError(t, err)
	return out
}

func decoded(t *testing.T, in io.Reader, name string) (text string, r *Reader, err error) {
	t.Helper()
	r, err = New(in, "f")
	require.NoError(t, err)
	if err := r.Decode(name); err != nil {
		return "", r, err
	}
	all, err := io.ReadAll(r)
	return string(all), r, err
}

// sentences are texts in usual encodings.
var sentences = map[string]string{
	"windows-1252": "He said “no”: it’s €5 a day, and the café is à la carte.\n",
	"iso-8859-2":   "Żółta łódź płynie; wąż śpi pod krzakiem i śni.\n",
	"windows-1251": "Мама мыла раму, а папа читал «Правду» вслух.\n",
	"koi8-r":       "Мама мыла раму, а папа читал газету вслух.\n",
	"shift_jis":    "私は東京に住んでいます。テレビを見る。\n",
	"euc-jp":       "私は東京に住んでいます。テレビを見る。\n",
	"euc-kr":       "나는 서울에 살고 있습니다. 비가 온다.\n",
	"gb18030":      "他们很高兴，因为这个国家的经济发展得很快。\n",
	"big5":         "我們今天去學校讀書，因為老師說要考試。\n",
}

func TestDecode(t *testing.T) {
	for name, text := range sentences {
		for _, size := range []int{1, 3000} { // around the ends of buffers
			want := strings.Repeat(text, size)
			in := encoded(t, want, name)
			for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
				got, _, err := decoded(t, r, strings.ToUpper(name))
				require.NoError(t, err)
				require.Equal(t, want, got, name)
			}
			got, _, err := decoded(t, strings.NewReader(packed(t, in)), name)
			require.NoError(t, err)
			require.Equal(t, want, got, name)
		}
	}
	got, r, err := decoded(t, io.MultiReader(strings.NewReader("\xe9"), iotest.ErrReader(io.ErrClosedPipe)), "latin1")
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.Equal(t, "é", got)
	again, err := New(r, "g")
	require.NoError(t, err)
	require.Equal(t, "not iso-8859-1", again.Misfit(nil))
}

// A byte order mark decides, also where another encoding is said or none.
func TestByteOrderMarks(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.BigEndian, unicode.LittleEndian} {
		in, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String("żółw 🐢\n")
		require.NoError(t, err)
		for _, name := range []string{"", utf8Name, "utf-16", "windows-1252"} { // whichever is named
			got, _, err := decoded(t, strings.NewReader(in), name)
			require.NoError(t, err)
			require.Equal(t, "żółw 🐢\n", got, name)
		}
		_, _, err = decoded(t, strings.NewReader(in[2:]), "")
		require.EqualError(t, err, "f: it begins as a binary file or UTF-16 does, not as text in UTF-8 (--encoding utf-16le or utf-16be)")
	}
	got, _, err := decoded(t, strings.NewReader("a\x00\n\x00"), "utf-16le")
	require.NoError(t, err)
	require.Equal(t, "a\n", got)
	got, _, err = decoded(t, strings.NewReader(ByteOrderMark+"é"), "windows-1252")
	require.NoError(t, err)
	require.Equal(t, ByteOrderMark+"é", got)
}

// What decided first stays.
func TestDecodeOnce(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{{"", "latin1", "é"}, {"latin1", "koi8-r", "é"}, {utf8Name, "latin1", "\xe9"}} {
		r, err := New(strings.NewReader("\xe9"), "f")
		require.NoError(t, err)
		require.NoError(t, r.Decode(c.first))
		require.NoError(t, r.Decode(c.second))
		all, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, c.want, string(all))
	}
}

// Bytes without a meaning stay apart from characters, wherever they are.
func TestMisfits(t *testing.T) {
	for _, c := range []struct{ in, name, want string }{
		{"a\x82", "shift_jis", "a\xff"},
		{"\x80\x80 a", "euc-jp", "\xff\xff a"},
		{strings.Repeat("\xff", 5000), "gb18030", strings.Repeat("\xff", 5000)},
		{strings.Repeat("\x82\xa0\xff", 5000), "shift_jis", strings.Repeat("あ\xff", 5000)},
		{"\xd8\x00\x00a", "utf-16be", "\xffa"},
	} {
		got, r, err := decoded(t, strings.NewReader(c.in), c.name)
		require.NoError(t, err)
		require.Equal(t, c.want, got, c.in)
		require.Equal(t, "not "+c.name, r.Misfit([]byte(got)))
	}
}

func TestEncodingNames(t *testing.T) {
	for name, want := range map[string]string{"ISO-8859-1": "iso-8859-1", "latin1": "iso-8859-1", "CP1252": "windows-1252",
		"x-sjis": "shift_jis", "GB2312": "gbk", "UTF8": utf8Name} {
		usual, err := Encoding(name)
		require.NoError(t, err)
		require.Equal(t, want, usual, name)
	}
	for _, name := range []string{"", "utf-9", "hz-gb-2312x", "iso-2022-kr"} {
		_, err := Encoding(name)
		require.ErrorContains(t, err, "no encoding")
	}
	r, err := New(strings.NewReader("x"), "f")
	require.NoError(t, err)
	require.ErrorContains(t, r.Decode("utf-9"), `no encoding "utf-9"`)
}

// Encodings are guessed from a sentence, also if it is cut off, and from a word where there is no more.
func TestMisfitNamesEncodings(t *testing.T) {
	for name, text := range sentences {
		in := encoded(t, text, name)
		for _, part := range []string{in, in[:len(in)*2/3], strings.Repeat(in, 1000)} {
			r, err := New(strings.NewReader("x"), "f")
			require.NoError(t, err)
			require.Contains(t, r.Misfit([]byte(part)), "is not UTF-8; if the file is "+name+": --encoding "+name, "%q", part)
		}
	}
	for name, text := range sentences { // and from what follows the byte that was read
		r, err := New(strings.NewReader(encoded(t, text, name)), "f")
		require.NoError(t, err)
		for c, size := 'a', 1; c != utf8.RuneError || size > 1; {
			c, size, err = r.ReadRune()
			require.NoError(t, err)
		}
		require.Contains(t, r.Misfit(nil), "is not UTF-8; if the file is "+name+":")
	}
	for in, want := range map[string]string{
		"caf\xe9":                   "byte 0xE9 is not UTF-8; if the file is windows-1252: --encoding windows-1252",
		"":                          "not UTF-8; if the file is windows-1252: --encoding windows-1252",
		"\x01\xe9":                  "byte 0xE9 is not UTF-8; --encoding NAME reads another encoding",
		"\xff\xfb\x90d\x00\x0f\xf0": "byte 0xFF is not UTF-8; --encoding NAME reads another encoding",
	} {
		r, err := New(strings.NewReader("x"), "f")
		require.NoError(t, err)
		require.Equal(t, want, r.Misfit([]byte(in)), "%q", in)
		require.Equal(t, want[strings.Index(want, "not"):], r.Misfit(nil)[strings.Index(r.Misfit(nil), "not"):], "the first guess stays")
	}
}
