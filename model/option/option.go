// Package option lets a struct of options say once, of each field, what it is called, what
// it is by default, what it may be, and what it is for:
//
//	type Oven struct{ Heat int }
//
//	func (o *Oven) options() option.List {
//		return option.List{option.Of("heat", &o.Heat, 180, "`DEGREES` Celsius").Within(50, 250)}
//	}
//
// From that list come defaults, checks, help, flags and files: it is how learners and
// imitation learning algorithms have options of their own without a further place that
// knows them.
package option

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// Option is one field of a struct of options.
type Option struct {
	Name  string // on the command line, in files and in errors
	Usage string // help: what the option is for, its argument in back-quotes
	Field any    // the field: *bool, *int, *int64, *uint64, *float64 or *string
	Usual any    // its default, of the field's type
	Idle  bool   // whether it is of no effect, the other options being as they are

	least, most float64
	refusal     string   // the format of an error, given the name and a number out of range
	names       []string // that a text may be; nil for any
}

// Of declares an option that may have any value.
func Of[T bool | int | int64 | uint64 | float64 | string](name string, field *T, usual T, usage string) Option {
	return Option{Name: name, Usage: usage, Field: field, Usual: usual}.From(math.Inf(-1))
}

func (o Option) within(least, most float64, refusal string) Option {
	o.least, o.most, o.refusal = least, most, refusal
	return o
}

// Within makes least and most the bounds of a number.
func (o Option) Within(least, most float64) Option {
	return o.within(least, most, fmt.Sprintf("%%s is out of range: %%v, not %v to %v", least, most))
}

// From makes least the lower bound of a number.
func (o Option) From(least float64) Option {
	return o.within(least, math.Inf(1), fmt.Sprintf("%%s is out of range: %%v, not %v or more", least))
}

// Single bounds a number to what a float32 holds, from 0.
func (o Option) Single() Option {
	return o.within(0, math.MaxFloat32, "%s is out of range: %v, not 0 or more")
}

// Positive bounds a number to what a float32 holds, as its inverse does.
func (o Option) Positive() Option {
	return o.within(1/math.MaxFloat32, math.MaxFloat32, "%s is out of range: %v, not above 0")
}

// Probability bounds a number to 0 … 1; of what it is the probability is for errors.
func (o Option) Probability(of string) Option {
	return o.within(0, 1, "%[2]v is not a probability of "+of)
}

// Among makes names all that a text may be.
func (o Option) Among(names ...string) Option {
	o.names = names
	return o
}

// Names returns all that a text may be; nil for any text.
func (o Option) Names() []string {
	return slices.DeleteFunc(slices.Clone(o.names), func(name string) bool { return name == "" })
}

// If makes the option idle unless it has an effect.
func (o Option) If(effect bool) Option {
	o.Idle = !effect
	return o
}

// Value returns the value of the field.
func (o Option) Value() any { return reflect.ValueOf(o.Field).Elem().Interface() }

// Set sets the field to a value, or to what the text of a value says. The value is checked
// by Check only.
func (o Option) Set(value any) (err error) {
	text := fmt.Sprint(value)
	switch field := o.Field.(type) {
	case *bool:
		*field, err = strconv.ParseBool(text)
	case *int:
		*field, err = strconv.Atoi(text)
	case *int64:
		*field, err = strconv.ParseInt(text, 10, 64)
	case *uint64:
		*field, err = strconv.ParseUint(text, 10, 64)
	case *float64:
		*field, err = strconv.ParseFloat(text, 64)
	case *string:
		*field = text
	}
	if err != nil {
		return fmt.Errorf("%s is %w", o.Name, err)
	}
	return nil
}

// List is the options of a struct, in the order of its files.
type List []Option

// Find returns the option of a name.
func (l List) Find(name string) (Option, bool) {
	i := slices.IndexFunc(l, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return l[i], true
}

// Reset sets all fields to their defaults.
func (l List) Reset() {
	for _, o := range l {
		reflect.ValueOf(o.Field).Elem().Set(reflect.ValueOf(o.Usual))
	}
}

// Check returns an error that names the first option whose value is out of range.
func (l List) Check() error {
	for _, o := range l {
		value, number := reflect.ValueOf(o.Field).Elem(), o.most
		switch {
		case o.names != nil && !slices.Contains(o.names, value.String()):
			return fmt.Errorf("%s is %q, not one of %q", o.Name, value, o.names)
		case value.CanInt():
			number = float64(value.Int())
		case value.CanFloat():
			number = value.Float()
		}
		if !(number >= o.least && number <= o.most) {
			return fmt.Errorf(o.refusal, o.Name, number)
		}
	}
	return nil
}

// Useless returns the options that are idle and yet have another value than by default:
// whoever set them expects something of them.
func (l List) Useless() List {
	return slices.DeleteFunc(slices.Clone(l), func(o Option) bool { return !o.Idle || o.Value() == o.Usual })
}

// Names returns the names of the options.
func (l List) Names() (names []string) {
	for _, o := range l {
		names = append(names, o.Name)
	}
	return names
}
