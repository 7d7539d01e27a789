// Package option lets a struct of options declare once, for each field, its name, its default,
// its range and its purpose:
//
//	type Oven struct{ Heat int }
//
//	func (o *Oven) options() option.List {
//		return option.List{option.Of("heat", &o.Heat, 180, "`DEGREES` Celsius").Within(50, 250)}
//	}
//
// Defaults, checks, help, flags and files all come from that list. So learners and imitation
// learning algorithms can have options of their own that no other place knows.
package option

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Option is one field of a struct of options.
type Option struct {
	Name  string // on the command line, in files and in errors
	Usage string // help: what the option is for, its argument in back-quotes
	Field any    // the field: *bool, *int, *int64, *uint64, *float64 or *string
	Usual any    // its default, of the field's type
	Idle  bool   // whether it has no effect, given the other options
	// Needs are other options that it needs to have a meaning, and the values of each that will do; none stands for any.
	Needs []struct {
		Option string
		Values []string
	}

	Group   string   // heading in help
	Shown   string   // what help shows as the default; "" for the value
	Aliases []string // other names of the flag

	// Then, of a number that ByRound lets be the first of several, is the field of the others, separated by commas.
	Then *string

	least, most float64
	names       []string // the texts allowed; nil allows any
	refusal     string   // the format of an error, with the name and the number out of range
}

// Of declares an option that may have any value.
func Of[T bool | int | int64 | uint64 | float64 | string](name string, field *T, usual T, usage string) Option {
	return Option{Name: name, Usage: usage, Field: field, Usual: usual}.From(math.Inf(-1))
}

func (o Option) within(least, most float64, refusal string) Option {
	o.least, o.most, o.refusal = least, most, refusal
	return o
}

// Within makes least and most the bounds of a number; the largest float32 and more stand for no bound.
func (o Option) Within(least, most float64) Option {
	if most >= math.MaxFloat32 {
		return o.within(least, most, fmt.Sprintf("%%s is out of range: %%v, not %v or more", least))
	}
	return o.within(least, most, fmt.Sprintf("%%s is out of range: %%v, not %v to %v", least, most))
}

// From makes least the lower bound of a number.
func (o Option) From(least float64) Option {
	return o.Within(least, math.Inf(1))
}

// Positive bounds a number to more than 0; a float32 must hold both it and its inverse.
func (o Option) Positive() Option {
	return o.within(1/math.MaxFloat32, math.MaxFloat32, "%s is out of range: %v, not above 0")
}

// Probability bounds a number to 0 … 1; of tells errors what it is the probability of.
func (o Option) Probability(of string) Option {
	return o.within(0, 1, "%[2]v is not a probability of "+of)
}

// ByRound lets a float64 be the first of a list of numbers, one for each round, as in "1,0.5,0.2"; then is the field of the
// others. The last one is for all rounds after it.
func (o Option) ByRound(then *string) Option {
	o.Then = then
	return o
}

// At returns the number of a round, from 1, of a list whose first number is first and whose others are then.
func At(first float64, then string, round int) float64 {
	for i, text := range byRound(then) {
		if later, err := strconv.ParseFloat(text, 64); err == nil && i+1 < round {
			first = later
		}
	}
	return first
}

// Among restricts a text to some names.
func (o Option) Among(names ...string) Option {
	o.names = names
	return o
}

// Names returns the texts allowed, without the empty one; nil if any text is.
func (o Option) Names() []string {
	return slices.DeleteFunc(slices.Clone(o.names), func(name string) bool { return name == "" })
}

// If makes the option idle unless it has an effect.
func (o Option) If(effect bool) Option {
	o.Idle = !effect
	return o
}

// Needing adds another option to Needs.
func (o Option) Needing(option string, values ...string) Option {
	o.Needs = append(slices.Clip(o.Needs), struct {
		Option string
		Values []string
	}{option, values})
	return o
}

// Value returns the value of the field, or the text of a list by round.
func (o Option) Value() any {
	value := reflect.ValueOf(o.Field).Elem().Interface()
	if o.Then != nil && *o.Then != "" {
		return fmt.Sprint(value, ",", *o.Then)
	}
	return value
}

// Set sets the field to a value, or to the value that a text spells. Only Check checks its range.
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
		err = o.setNumbers(field, text)
	case *string:
		*field = text
	}
	if err != nil {
		return fmt.Errorf("%s is %w", o.Name, err)
	}
	return nil
}

// setNumbers sets a number, or those of all rounds.
func (o Option) setNumbers(field *float64, text string) (err error) {
	first, then := text, ""
	if o.Then != nil {
		first, then, _ = strings.Cut(text, ",")
		for _, later := range strings.Split(text, ",")[1:] {
			if _, err := strconv.ParseFloat(later, 64); err != nil {
				return err
			}
		}
		*o.Then = then
	}
	*field, err = strconv.ParseFloat(first, 64)
	return err
}

// byRound returns the numbers of a list after the first.
func byRound(then string) []string {
	if then == "" {
		return nil
	}
	return strings.Split(then, ",")
}

// List holds the options of a struct, in the order of files.
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
		if o.Then != nil {
			*o.Then = ""
		}
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
		numbers := []float64{number}
		if o.Then != nil {
			for _, text := range byRound(*o.Then) {
				later, err := strconv.ParseFloat(text, 64)
				if err != nil {
					return fmt.Errorf("%s is %w", o.Name, err)
				}
				numbers = append(numbers, later)
			}
		}
		for _, number := range numbers {
			if !(number >= o.least && number <= o.most) {
				return fmt.Errorf(o.refusal, o.Name, number)
			}
		}
	}
	return nil
}

// Useless returns the options that are idle but do not have their default: a user who set them
// expects an effect.
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
