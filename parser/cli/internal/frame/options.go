package frame

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/model/option"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
)

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
