// Package flat reads objects of JSON whose values are all strings, or all whole numbers, in a tenth of the time of
// encoding/json. Models have such lists of many thousand words.
//
//	texts, ok := flat.Strings([]byte(`{"dogs": "dog"}`)) // "dogs", "dog"
//	keys, numbers, ok := flat.Numbers([]byte(`{"dog": 17}`))
//
// It is false for what has to be left to encoding/json: other values, what is not JSON, and what is not UTF-8.
package flat

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Texts are texts one after the other, which share memory. The zero value has none.
type Texts struct {
	all  string
	ends []uint32 // of each in all
}

// Of returns texts.
func Of(texts ...string) Texts {
	b := builder{}
	for _, text := range texts {
		b.WriteString(text)
		b.end()
	}
	return b.texts()
}

// Len returns the number of texts.
func (t Texts) Len() int { return len(t.ends) }

// At returns a text.
func (t Texts) At(i int) string {
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.all[start:t.ends[i]]
}

// builder makes texts.
type builder struct {
	strings.Builder
	ends []uint32
}

// end makes what was written since the last text one.
func (b *builder) end() { b.ends = append(b.ends, uint32(b.Len())) }

func (b *builder) texts() Texts { return Texts{b.String(), b.ends} }

// Strings returns the keys of an object, each before its value, in their order there.
func Strings(object []byte) (keysAndValues Texts, ok bool) { return read(object, (*builder).text) }

// Numbers returns the keys of an object and their values, which are not negative.
func Numbers(object []byte) (keys Texts, values []int32, ok bool) {
	keys, ok = read(object, func(_ *builder, text []byte) (rest []byte, ok bool) {
		number, digits := 0, 0
		for digits < len(text) && text[digits]-'0' <= 9 && number <= math.MaxInt32 {
			number = 10*number + int(text[digits]-'0')
			digits++
		}
		values = append(values, int32(number))
		return text[digits:], digits == 1 || digits > 1 && text[0] != '0' && number <= math.MaxInt32
	})
	return keys, values, ok
}

// read reads an object whose values are read by a function, from the text that begins with each.
func read(object []byte, value func(b *builder, text []byte) (rest []byte, ok bool)) (Texts, bool) {
	var b builder
	b.Grow(len(object))
	b.ends = make([]uint32, 0, bytes.Count(object, []byte{'"'})/2)
	object, ok := bytes.CutPrefix(object, []byte("{"))
	for ok {
		if object, ok = b.text(unspaced(object)); !ok {
			break
		}
		if object, ok = bytes.CutPrefix(unspaced(object), []byte(":")); !ok {
			break
		}
		if object, ok = value(&b, unspaced(object)); !ok {
			break
		}
		if object = unspaced(object); bytes.Equal(object, []byte("}")) {
			return b.texts(), utf8.ValidString(b.String())
		}
		object, ok = bytes.CutPrefix(object, []byte(","))
	}
	return Texts{}, false
}

// unspaced returns a text without the blanks at its beginning.
func unspaced(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\t' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// text adds a string of JSON, and returns what is after it.
func (b *builder) text(text []byte) (rest []byte, ok bool) {
	const escapes, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if text, ok = bytes.CutPrefix(text, []byte{'"'}); !ok {
		return nil, false
	}
	from := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			b.Write(text[from:at])
			b.end()
			return text[at+1:], true
		case c < ' ' || at+1 == len(text):
			return nil, false
		case c == '\\':
			b.Write(text[from:at])
			at++
			if i := strings.IndexByte(escapes, text[at]); i >= 0 {
				b.WriteByte(meanings[i])
			} else {
				const digits = 4
				code, err := strconv.ParseUint(string(text[at+1:min(at+1+digits, len(text))]), 16, 16)
				if text[at] != 'u' || at+digits >= len(text) || err != nil || utf16.IsSurrogate(rune(code)) {
					return nil, false
				}
				b.WriteRune(rune(code))
				at += digits
			}
			from = at + 1
		}
	}
	return nil, false
}
