package frame

import (
	"errors"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Optional is the value of a flag that can stand alone: it is one of Words, which the next argument may be, else the
// first of them; "" if the flag was not given.
type Optional struct {
	Words []string
	Value string
}

// OptionalOf returns the value of a flag that can stand alone, nil of any other flag.
func OptionalOf(f urfave.Flag) *Optional {
	if g, ok := f.(*urfave.GenericFlag); ok {
		o, _ := g.Value.(*Optional)
		return o
	}
	return nil
}

// IsBoolFlag says that the flag can stand alone, to the package flag.
func (o *Optional) IsBoolFlag() bool { return true }

// Set implements urfave.Generic.
func (o *Optional) Set(value string) error {
	switch {
	case value == "true":
		o.Value = o.Words[0]
	case slices.Contains(o.Words, value):
		o.Value = value
	default:
		return errors.New("have " + strings.Join(o.Words, ", "))
	}
	return nil
}

// Get implements flag.Getter.
func (o *Optional) Get() any { return o.Value }

func (o *Optional) String() string { return o.Value }
