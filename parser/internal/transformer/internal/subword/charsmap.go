package subword

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// charsmap is a normaliser of sentencepiece as tokenizer.json carries it: what to put in for characters, in a trie as a
// double array (darts-clone). A unit of it has a label in bits 0 to 7, whether a text ends there in bit 8, and where
// its children are in bits 9 to 31; the unit where a text ends has the place of what is put in, and bit 31.
type charsmap struct {
	units   []uint32
	texts   string // what is put in, each with a zero after it
	longest bool   // as sentencepiece does, and not the Rust library
}

func newCharsmap(encoded string, longest bool) (*charsmap, error) {
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, err
	}
	if len(data) < 4 {
		return nil, errors.New("precompiled_charsmap is too short")
	}
	size := binary.LittleEndian.Uint32(data)
	data = data[4:]
	if size%4 != 0 || uint64(size) > uint64(len(data)) {
		return nil, errors.New("precompiled_charsmap: its trie is longer than it")
	}
	m := &charsmap{texts: string(data[size:]), longest: longest}
	for i := 0; i < int(size); i += 4 {
		m.units = append(m.units, binary.LittleEndian.Uint32(data[i:]))
	}
	if !utf8.ValidString(m.texts) {
		return nil, errors.New("precompiled_charsmap: what it puts in is not UTF-8")
	}
	return m, nil
}

// find returns what is put in for the shortest text that a text begins with, as the Rust library does, or for the longest,
// and the length of that; 0 if there is nothing.
func (m *charsmap) find(text string) (put string, n int) {
	below := func(unit uint32) uint32 { return unit >> 10 << (unit & (1 << 9) >> 6) }
	if len(m.units) == 0 {
		return "", 0
	}
	at := below(m.units[0])
	for i, b := range []byte(text) {
		at ^= uint32(b)
		if b == 0 || at >= uint32(len(m.units)) || m.units[at]&(1<<31|0xFF) != uint32(b) {
			break
		}
		unit := m.units[at]
		if at ^= below(unit); unit&(1<<8) == 0 || at >= uint32(len(m.units)) {
			continue
		}
		if own, there := m.text(m.units[at] &^ (1 << 31)); there {
			put, n = own, i+1
		}
		if !m.longest {
			break
		}
	}
	return put, n
}

func (m *charsmap) text(from uint32) (string, bool) {
	if from > uint32(len(m.texts)) {
		return "", false
	}
	text, _, _ := strings.Cut(m.texts[from:], "\x00")
	return string([]rune(text)), true // which may begin within a character
}

// normalize looks up each character as a user sees it (Unicode Standard Annex 29) if it has less than 6 bytes; where
// there is nothing for it, each code point of it. If the longest texts count, it looks for them from the left.
func (m *charsmap) normalize(text string) string {
	var b strings.Builder
	for m.longest && text != "" {
		put, n := m.find(text)
		if n == 0 {
			var r rune
			r, n = utf8.DecodeRuneInString(text)
			put = string(r)
		}
		b.WriteString(put)
		text = text[n:]
	}
	for clusters := graphemes.FromString(text); clusters.Next(); {
		if put, n := m.find(clusters.Value()); n > 0 && len(clusters.Value()) < 6 {
			b.WriteString(put)
			continue
		}
		for _, r := range clusters.Value() {
			put, n := m.find(string(r))
			if n == 0 {
				put = string(r)
			}
			b.WriteString(put)
		}
	}
	return b.String()
}
