package textfile

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const utf8Name = "utf-8"

// Encoding returns the usual name of an encoding, in small letters, for any that the lists of IANA or of browsers have.
func Encoding(name string) (usual string, err error) {
	_, usual, err = encodingOf(name)
	return usual, err
}

// Decode makes UTF-8 of a text in another encoding, before anything is read of it. A byte order mark at its beginning
// decides, whatever the name; without both it is UTF-8, which another call may still change. Once something has decided,
// further calls do nothing. What does not fit the encoding becomes a byte that does not fit UTF-8. The error says that the
// encoding is unknown or, if none was named, that the file begins as no text does.
func (r *Reader) Decode(name string) error {
	if r.decided {
		return nil
	}
	r.decided = name != ""
	e, usual, err := encodingOf(cmp.Or(name, utf8Name))
	if err != nil {
		return err
	}
	switch {
	case begins(r.Reader, ByteOrderMark):
		r.decided, usual = true, utf8Name
	case begins(r.Reader, "\xff\xfe"), begins(r.Reader, "\xfe\xff"):
		r.decided, e, usual = true, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM), "utf-16"
	}
	if usual != utf8Name {
		r.Reader = bufio.NewReaderSize(transform.NewReader(r.Reader, transform.Chain(e.NewDecoder(), misfits{})), BufferSize)
		r.encoding = usual
	}
	const few = 16
	if start, _ := r.Peek(min(r.Buffered(), few)); name == "" && bytes.IndexByte(start, 0) >= 0 {
		return fmt.Errorf("%s: it begins as a binary file or UTF-16 does, not as text in UTF-8 (--encoding utf-16le or utf-16be)", r.Name)
	}
	return nil
}

// misfits replaces the characters that stand for bytes without a meaning by a byte that is not UTF-8.
type misfits struct{ transform.NopResetter }

const misfit = string(utf8.RuneError)

func (misfits) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		rest := src[nSrc:]
		switch {
		case nDst == len(dst):
			return nDst, nSrc, transform.ErrShortDst
		case bytes.HasPrefix(rest, []byte(misfit)):
			dst[nDst] = 0xff
			nSrc += len(misfit)
		case !atEOF && strings.HasPrefix(misfit, string(rest[:min(len(rest), len(misfit))])):
			return nDst, nSrc, transform.ErrShortSrc
		default:
			dst[nDst] = rest[0]
			nSrc++
		}
		nDst++
	}
	return nDst, nSrc, nil
}

// Misfit says what is wrong with a part of the text that is not UTF-8, and which encoding the file may be in. Without a
// part it is about the byte that was read last.
func (r *Reader) Misfit(text []byte) string {
	if r.encoding != "" {
		return "not " + r.encoding
	}
	const enough = 1 << 12
	unread := len(text) == 0 && r.UnreadByte() == nil
	more, _ := r.Peek(min(r.Buffered(), enough))
	text = slices.Concat(text, more)
	if unread {
		_, _ = r.ReadByte()
	}
	what := "not UTF-8"
	for rest := text; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		if c == utf8.RuneError && size == 1 {
			what = fmt.Sprintf("byte 0x%02X is %s", rest[0], what)
			break
		}
		rest = rest[size:]
	}
	if r.guessed == "" {
		r.guessed = cmp.Or(guess(text), unknownEncoding)
	}
	if r.guessed == unknownEncoding {
		return what + "; --encoding NAME reads another encoding"
	}
	return what + "; if the file is " + r.guessed + ": --encoding " + r.guessed
}

const unknownEncoding = "unknown"
