package lemma

import (
	"bytes"
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MarshalJSON implements json.Marshaler: an object of scripts by key.
func (d *Dictionary) MarshalJSON() ([]byte, error) { return json.Marshal(maps.Collect(d.All())) }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dictionary) UnmarshalJSON(text []byte) error {
	if read, ok := ReadDictionary(text); ok {
		*d = *read
		return nil
	}
	var scripts map[string]string
	err := json.Unmarshal(text, &scripts)
	*d = *NewDictionary(scripts)
	return err
}

// ReadDictionary reads what MarshalJSON writes, in a tenth of the time of encoding/json. It returns false for whatever else
// encoding/json may read: other orders and values, and what is not JSON or not UTF-8.
func ReadDictionary(object []byte) (*Dictionary, bool) {
	const marks = 4 // of a key and its script
	b := builder{ends: make([]uint32, 0, bytes.Count(object, []byte{'"'})/marks*2)}
	b.Grow(len(object))
	object, ok := bytes.CutPrefix(object, []byte("{"))
	last := ""
	const sought = ":,"
	for n := 0; ok; n++ {
		if object, ok = bytes.CutPrefix(unspaced(object), []byte{'"'}); !ok {
			return nil, false
		}
		start := b.Len()
		if object, ok = appendString(&b.Builder, object); !ok {
			return nil, false
		}
		if b.end(); n%2 == 0 {
			key := b.String()[start:]
			if n > 0 && key <= last {
				return nil, false
			}
			last = key
		}
		object = unspaced(object)
		if n%2 == 1 && bytes.Equal(object, []byte("}")) {
			break
		}
		object, ok = bytes.CutPrefix(object, []byte{sought[n%2]})
	}
	return &Dictionary{b.String(), b.ends}, ok && utf8.ValidString(b.String())
}

// unspaced returns a text without the blanks at its beginning.
func unspaced(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\t' || text[0] == '\r') {
		text = text[1:]
	}
	return text
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
