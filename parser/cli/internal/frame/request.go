package frame

import (
	"errors"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/model/option"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
)

// InProbabilities is the heading of the flags for probabilities in help.
const InProbabilities = "Probabilities"

// RequestFlags are flags for what is asked of a parse: for all wishes, or those with these names.
func RequestFlags(r *treebank.Request, names ...string) (flags []urfave.Flag) {
	for _, o := range r.Options() {
		if len(names) == 0 || slices.Contains(names, o.Name) {
			flags = append(flags, wish(o))
		}
	}
	return flags
}

// wish is the flag of a wish.
func wish(o option.Option) urfave.Flag {
	switch o.Name {
	case "beam":
		o.Shown = "1, or what --nbest needs"
	case "confidence", "nbest":
		o.Group = InProbabilities
	}
	flag, allowed := flagOf(o), o.Names()
	if number, ok := flag.(*urfave.IntFlag); ok {
		number.Action = AtLeast(1, o.Name)
	}
	if text, ok := flag.(*urfave.StringFlag); ok && len(allowed) > 0 {
		text.Action = OneOf("--"+o.Name+" is", allowed...)
	}
	return flag
}

// With returns a parser like m of which the flags ask a request.
func With(m *engine.Parser, r treebank.Request) (*engine.Parser, error) {
	asked, err := m.With(r)
	var refused *engine.RequestError
	if !errors.As(err, &refused) {
		return asked, err
	}
	flag := "--" + refused.Option
	if o, ok := r.Options().Find(refused.Option); ok {
		if n, isNumber := o.Value().(int); isNumber {
			flag = fmt.Sprint(flag, " ", n)
		}
	}
	return nil, fmt.Errorf("%w: %s: %w", ErrUsage, flag, refused.Err)
}
