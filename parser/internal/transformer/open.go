//go:build !js

package transformer

import "fmt"

// openAs opens the encoder in a folder, or what is left of it, with all subwords if kept is nil, unless it is another one
// than that of an identity; its name may differ.
func openAs(folder string, id Identity, kept []int32) (*Encoder, error) {
	switch size, err := sizeOf(folder); {
	case err != nil:
		return nil, err
	case size != id.Size:
		return nil, fmt.Errorf("%s is %w, of %d bytes", folder, errOther, size)
	}
	e, err := OpenLower(folder, id.Depth)
	if err != nil {
		return nil, err
	}
	own, err := e.keep(kept)
	if err == nil && own.SHA256 != id.SHA256 {
		err = fmt.Errorf("%s is %w, of SHA-256 %s", folder, errOther, own.SHA256)
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	own.Name = id.Name
	return own, nil
}
