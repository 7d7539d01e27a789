package conll

import (
	"errors"
	"fmt"
	"strings"
)

// Scheme says how a pseudo-projective tree remembers what it was (Nivre &
// Nilsson 2005, section 3). An arc that had to be lifted is marked with ↑, the
// arcs it was lifted along with ↓:
//
//	          lifted arc   arc on the path
//	Head      d↑h          p
//	Path      d↑           p↓
//	HeadPath  d↑h          p↓
//
// where d and p are the arcs' own labels and h is the label of the word that
// the lifted arc started from. An arc can be both, as in d↑h↓. The zero value
// leaves trees as they are.
type Scheme uint8

// The schemes.
const (
	None Scheme = iota
	Head
	Path
	HeadPath
)

var schemeNames = [...]string{"none", "head", "path", "head+path"}

// String returns "none", "head", "path" or "head+path".
func (c Scheme) String() string {
	if int(c) < len(schemeNames) {
		return schemeNames[c]
	}
	return fmt.Sprintf("scheme %d", uint8(c))
}

// ParseScheme is the inverse of String.
func ParseScheme(name string) (Scheme, error) {
	for i, known := range schemeNames {
		if name == known {
			return Scheme(i), nil
		}
	}
	return None, fmt.Errorf("no pseudo-projective scheme %q: want one of %s", name, strings.Join(schemeNames[:], ", "))
}

// The marks of lifted arcs and of the arcs on their path.
const (
	markLifted = "↑"
	markPath   = "↓"
)

// ErrMark is returned for a treebank whose own labels contain a mark.
var ErrMark = errors.New("label contains " + markLifted + " or " + markPath + ", which mark lifted arcs")

// decoration is what a label says besides its own meaning.
type decoration struct {
	label  string // without marks
	lifted bool
	head   string // label of the head before lifting; "" when not recorded
	path   bool
}

// decorate prints what the scheme has room for.
func (c Scheme) decorate(d decoration) string {
	label := d.label
	if d.lifted {
		label += markLifted
		if c != Path {
			label += d.head
		}
	}
	if d.path && c != Head {
		label += markPath
	}
	return label
}

// undecorate takes any label apart, also one that decorate never made.
func undecorate(label string) decoration {
	d := decoration{label: label}
	if i := strings.Index(label, markPath); i >= 0 {
		d.path = true
		label = label[:i]
	}
	d.label, d.head, d.lifted = strings.Cut(label, markLifted)
	d.head, _, _ = strings.Cut(d.head, markLifted)
	return d
}

// Plain returns a label without its decoration.
func Plain(label string) string { return undecorate(label).label }
