package engine

import (
	"bytes"
	"encoding/json"

	"parser/parser/internal/structure"
)

// unmarshal reads meta data as JSON. In many models nearly all of it is the lemmas, which are cut out, since encoding/json
// goes over all of a text twice before it asks a type to read its part; what cannot be read so is left to encoding/json.
func (m *Meta) unmarshal(text []byte) error {
	if start, end, ok := findLemmas(text); ok {
		if lemmas, ok := structure.ReadDictionary(text[start:end]); ok {
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
