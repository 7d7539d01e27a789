package frame

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/model/option"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// Under puts flags under a heading of help.
func Under(heading string, flags ...urfave.Flag) []urfave.Flag {
	for _, f := range flags {
		reflect.ValueOf(f).Elem().FieldByName("Category").SetString(heading) // which all kinds of flags have
	}
	return flags
}

// Usually has help show a text as the default of a flag.
func Usually(usual string, f urfave.Flag) urfave.Flag {
	reflect.ValueOf(f).Elem().FieldByName("DefaultText").SetString(usual)
	return f
}

// Switch declares a flag that is given or not, with other names that it has.
func Switch(to *bool, name, usage string, aliases ...string) *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: name, Aliases: aliases, Destination: to, Usage: usage}
}

// Number declares a flag for a whole number from least on, with other names that it has. The default is the value of to.
func Number(to *int, least int, name, usage string, aliases ...string) *urfave.IntFlag {
	return &urfave.IntFlag{Name: name, Aliases: aliases, Value: *to, Destination: to, Usage: usage, Action: AtLeast(least, name)}
}

// Word declares a flag for a text, with other names that it has. The default is the value of to.
func Word(to *string, name, usage string, aliases ...string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: name, Aliases: aliases, Value: *to, Destination: to, Usage: usage}
}

// Choice declares a flag for one of some words. Errors begin with what, such as "the format is".
func Choice(to *string, name, what, usage string, words ...string) *urfave.StringFlag {
	f := Word(to, name, usage)
	f.Action = OneOf(what, words...)
	return f
}

// Words declares a flag for texts that may be given several times.
func Words(to *urfave.StringSlice, name, usage string, aliases ...string) *urfave.StringSliceFlag {
	return &urfave.StringSliceFlag{Name: name, Aliases: aliases, Destination: to, Usage: usage}
}

// InForm is the heading of the flags for files of a form.
func InForm(form string) string { return structure.OfForm(form).Heading() }

// OptionFlags returns a flag for every option of training, except these.
func OptionFlags(o *engine.Options, but ...string) (flags []urfave.Flag) {
	for _, own := range o.List() {
		if !slices.Contains(but, own.Name) {
			flags = append(flags, flagOf(own))
		}
	}
	return flags
}

// SomeFlags returns those of OptionFlags that have these names.
func SomeFlags(o *engine.Options, names ...string) []urfave.Flag {
	return slices.DeleteFunc(OptionFlags(o), func(f urfave.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
}

// ResourceFlags returns a flag for everything that a training can begin with.
func ResourceFlags() (flags []urfave.Flag) {
	for _, k := range training.ResourceKinds() {
		usage := k.Usage
		if k.Take != nil {
			usage = ModelUsage + usage
		}
		if k.Several {
			flags = append(flags, &urfave.StringSliceFlag{Category: k.Group, Name: k.Name, Usage: usage})
		} else {
			flags = append(flags, &urfave.StringFlag{Category: k.Group, Name: k.Name, Usage: usage})
		}
	}
	return flags
}

func flagOf(own option.Option) urfave.Flag {
	name, group, usage := own.Name, own.Group, own.Usage
	if own.Then != nil {
		return &urfave.GenericFlag{Category: group, Name: name, Aliases: own.Aliases, Value: numbers{own}, DefaultText: own.Shown, Usage: usage}
	}
	switch field := own.Field.(type) {
	case *bool:
		return &urfave.BoolFlag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
	case *int:
		return &urfave.IntFlag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
	case *int64:
		return &urfave.Int64Flag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
	case *uint64:
		return &urfave.Uint64Flag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
	case *float64:
		return &urfave.Float64Flag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
	}
	field := own.Field.(*string) // all that is left of what option.Of takes
	return &urfave.StringFlag{Category: group, Name: name, Aliases: own.Aliases, Value: *field, Destination: field, DefaultText: own.Shown, Usage: usage}
}

// numbers is the value of a flag of a number, or of one for each round.
type numbers struct{ option.Option }

// Set implements urfave.Generic.
func (n numbers) Set(text string) error {
	if n.Option.Set(text) != nil {
		return errors.New("parse error") // as package flag says it of numbers
	}
	return nil
}

// Get implements flag.Getter.
func (n numbers) Get() any { return n.Value() }

func (n numbers) String() string {
	if n.Field == nil { // as package flag may ask
		return ""
	}
	return fmt.Sprint(n.Value())
}

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
		o.Shown = "1, that of train --beam, or what --nbest needs"
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
