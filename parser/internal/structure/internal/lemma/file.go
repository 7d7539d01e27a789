package lemma

import (
	"encoding/json"
	"maps"

	"parser/parser/internal/flat"
)

// MarshalJSON implements json.Marshaler: an object of scripts by key, in the order of keys.
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

// ReadDictionary reads what MarshalJSON writes. It is false for whatever else encoding/json may read, such as other orders.
func ReadDictionary(object []byte) (*Dictionary, bool) {
	texts, ok := flat.Strings(object)
	for i := 2; i < texts.Len(); i += 2 {
		ok = ok && texts.At(i-2) < texts.At(i)
	}
	return &Dictionary{texts}, ok
}
