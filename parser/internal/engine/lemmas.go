package engine

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unmarshal reads meta data as JSON. In many models nearly all of it is the lemmas, which encoding/json takes ten times
// as long to read as readStrings does; whatever that cannot read is left to encoding/json.
func (m *Meta) unmarshal(text []byte) error {
	if start, end, ok := findLemmas(text); ok {
		if lemmas, ok := readStrings(text[start:end]); ok {
			rest := bytes.Join([][]byte{text[:start], text[end:]}, []byte("null"))
			if err := json.Unmarshal(rest, m); err == nil && m.Lemmas == nil {
				m.Lemmas = lemmas
				return nil
			}
			*m = Meta{}
		}
	}
	return json.Unmarshal(text, m)
}

// findLemmas returns where the object "Lemmas" of an object begins and ends. It is also found in what is not JSON.
func findLemmas(text []byte) (start, end int, ok bool) {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if ok && depth == 1 {
				return start, at + 1, true
			}
		case '"':
			from := at + 1
			for at = from; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			const name = `Lemmas": {`
			if !ok && depth == 1 && bytes.HasPrefix(text[from:], []byte(name)) {
				start, ok = from+len(name)-1, true
			}
		}
	}
	return 0, 0, false
}

// readStrings reads an object of JSON whose values are strings. It returns false for another one, for what is not JSON, and
// for text that is not UTF-8.
func readStrings(object []byte) (map[string]string, bool) {
	var all strings.Builder // the strings one after the other, so that they share memory
	all.Grow(len(object))
	var ends []int
	object, ok := bytes.CutPrefix(object, []byte("{"))
	const sought = ":,"
	for n := 0; ok; n++ {
		object = bytes.TrimLeft(object, " \t\r\n")
		if object, ok = bytes.CutPrefix(object, []byte{'"'}); !ok {
			return nil, false
		}
		if object, ok = appendString(&all, object); !ok {
			return nil, false
		}
		ends = append(ends, all.Len())
		object = bytes.TrimLeft(object, " \t\r\n")
		if n%2 == 1 && bytes.Equal(object, []byte("}")) {
			break
		}
		object, ok = bytes.CutPrefix(object, []byte{sought[n%2]})
	}
	if !ok || !utf8.ValidString(all.String()) {
		return nil, false
	}
	values, start := make(map[string]string, len(ends)/2), 0
	for i := 0; i < len(ends); i += 2 {
		values[all.String()[start:ends[i]]] = all.String()[ends[i]:ends[i+1]]
		start = ends[i+1]
	}
	return values, true
}

// appendString appends a string of JSON, whose text begins after the quotation mark, and returns what is after it.
func appendString(to *strings.Builder, text []byte) (rest []byte, ok bool) {
	const escapes, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	from := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			to.Write(text[from:at])
			return text[at+1:], true
		case c < ' ' || at+1 == len(text):
			return nil, false
		case c == '\\':
			to.Write(text[from:at])
			at++
			if i := strings.IndexByte(escapes, text[at]); i >= 0 {
				to.WriteByte(meanings[i])
			} else {
				const digits = 4
				code, err := strconv.ParseUint(string(text[at+1:min(at+1+digits, len(text))]), 16, 16)
				if text[at] != 'u' || at+digits >= len(text) || err != nil || utf16.IsSurrogate(rune(code)) {
					return nil, false
				}
				to.WriteRune(rune(code))
				at += digits
			}
			from = at + 1
		}
	}
	return nil, false
}
