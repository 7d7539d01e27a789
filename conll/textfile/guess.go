//go:build !js

package textfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// guess returns the encoding that a text most likely is in which is not UTF-8; "" if it is like none. It may be cut off
// at both ends.
func guess(text []byte) (best string) {
	const least = 0.7 // of the characters
	most := least
	for _, name := range []string{"windows-1252", "iso-8859-2", "windows-1251", "koi8-r", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"} {
		e, _, err := encodingOf(name)
		if err != nil {
			continue
		}
		shown, err := e.NewDecoder().Bytes(text)
		if err != nil {
			continue
		}
		if share := likely(name, []rune(string(shown))); share > most {
			best, most = name, share
		}
	}
	return best
}

// likely returns the share of the characters beside ASCII that look as in texts of an encoding; 0 if there are characters
// of control, which texts do not have.
func likely(encoding string, text []rune) float64 {
	const few = 2
	ascii, kana, good, all := 0, 0, 0, 0
	for i, c := range text {
		if c < ' ' && !strings.ContainsRune(Blanks, c) || 0x7f <= c && c < 0xa0 {
			return 0
		}
		if c < utf8.RuneSelf {
			if unicode.IsLetter(c) {
				ascii++
			}
			continue
		}
		all++
		var before, after rune
		if i > 0 {
			before = text[i-1]
		}
		if i+1 < len(text) {
			after = text[i+1]
		}
		if isKana := unicode.In(c, unicode.Hiragana, unicode.Katakana) && c < 0xff00; isKana {
			kana++
		}
		if fits(encoding, c, before, after) {
			good++
		}
	}
	switch latin := encoding == "windows-1252" || encoding == "iso-8859-2"; {
	case all == 0:
		if encoding == "windows-1252" { // the byte in question is not part of the text
			return 1
		}
		return 0
	case latin && ascii < good && all > few, // letters with accents are fewer than others
		(encoding == "shift_jis" || encoding == "euc-jp") && 5*kana < all:
		return 0
	}
	return float64(good) / float64(all)
}

// fits reports whether a character looks as in texts of an encoding, between two others.
func fits(encoding string, c, before, after rune) bool {
	inWord := unicode.IsLetter(before) && unicode.IsLetter(after)
	switch {
	case strings.ContainsRune("’'", c):
		return true
	case strings.ContainsRune("“”‘„‚«»‹›–—…•€£§°©®™¿¡·\u00a0ºª½¼¾²³±×、。「」，！？：；《》（）【】『』・ー\u3000", c):
		return !inWord || c > 0x2e80
	}
	switch encoding {
	case "windows-1252", "iso-8859-2":
		return unicode.Is(unicode.Latin, c) && !(unicode.IsUpper(c) && unicode.IsLower(before))
	case "windows-1251", "koi8-r":
		joins := func(other rune) bool { return !unicode.IsLetter(other) || unicode.Is(unicode.Cyrillic, other) }
		return unicode.Is(unicode.Cyrillic, c) && joins(before) && joins(after) && !(unicode.IsUpper(c) && unicode.IsLower(before))
	case "euc-kr":
		return unicode.Is(unicode.Hangul, c)
	case "gb18030":
		_, err := simplifiedchinese.HZGB2312.NewEncoder().String(string(c))
		return err == nil && unicode.Is(unicode.Han, c)
	case "big5":
		code, err := traditionalchinese.Big5.NewEncoder().String(string(c))
		return err == nil && unicode.Is(unicode.Han, c) && code < "\xc9" // those after it are rare
	}
	return c < 0xff00 && unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han)
}
