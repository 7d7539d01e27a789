package conll

import (
	"fmt"
	"unicode/utf8"
)

// maxLatin1 is the last code point of ISO-8859-1, whose bytes are the first
// 256 code points of Unicode.
const maxLatin1 = 0xff

// appendFromLatin1 appends ISO-8859-1 text to dst as UTF-8.
func appendFromLatin1(dst, text []byte) []byte {
	for _, c := range text {
		dst = utf8.AppendRune(dst, rune(c))
	}
	return dst
}

// appendLatin1 appends UTF-8 text to dst as ISO-8859-1.
func appendLatin1(dst, text []byte) ([]byte, error) {
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		if c > maxLatin1 || c == utf8.RuneError {
			return dst, fmt.Errorf("%w: %q does not exist in ISO-8859-1", ErrEncoding, c)
		}
		dst, text = append(dst, byte(c)), text[size:]
	}
	return dst, nil
}

// invalidUTF8 returns the place of the first byte that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	at := 0
	for c, size := utf8.DecodeRuneInString(text); c != utf8.RuneError || size > 1; c, size = utf8.DecodeRuneInString(text[at:]) {
		at += size
	}
	return at
}
