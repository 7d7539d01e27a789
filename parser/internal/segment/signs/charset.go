//go:build !js

package signs

import "golang.org/x/text/encoding/htmlindex"

// charsetOf returns the usual name of an encoding that a page of HTML names; ok is false if browsers do not know it.
func charsetOf(name string) (usual string, ok bool) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return "", false
	}
	usual, err = htmlindex.Name(e)
	return usual, err == nil
}
