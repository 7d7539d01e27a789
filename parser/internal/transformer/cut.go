package transformer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"parser/parser/internal/transformer/internal/subword"
)

// lower leaves this many layers of an encoder that is not loaded yet, from the first on; 0 leaves all. It reports whether
// any were cut off.
func (e *Encoder) lower(depth int) (cut bool, err error) {
	switch {
	case depth < 0 || depth > e.Layers:
		return false, fmt.Errorf("the encoder has %d layers, not %d", e.Layers, depth)
	case depth == 0 || depth == e.Layers:
		return false, nil
	}
	e.Layers, e.files = depth, withLayers(e.files, depth)
	return true, nil
}

// withLayers returns files whose config.json has this many layers.
func withLayers(files subword.Files, layers int) subword.Files {
	return with(files, configFile, func(text []byte) ([]byte, error) {
		values := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &values); err != nil {
			return nil, err
		}
		for _, key := range []string{"num_hidden_layers", "n_layers"} { // the latter of DistilBERT
			if values[key] != nil {
				values[key], _ = json.Marshal(layers)
			}
		}
		return json.Marshal(values)
	})
}

// with returns files of which one is changed.
func with(files subword.Files, changed string, change func([]byte) ([]byte, error)) subword.Files {
	return func(name string) ([]byte, error) {
		text, err := files(name)
		if err == nil && name == changed {
			text, err = change(text)
		}
		return text, err
	}
}

// becomes gives an encoder that was changed an identity of its own.
func (e *Encoder) becomes(what string) {
	sum := sha256.Sum256([]byte(e.SHA256 + " " + what))
	e.SHA256 = hex.EncodeToString(sum[:])
}
