package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"parser/model/option"
)

// Maker is the options of a learner, each learner having a struct of its own: [Perceptron],
// [PA1], [PA2], [AROW], [SGD], [SGDPlus], [FTRL], [NN] and [NNFTRL].
type Maker interface {
	// New makes the learner over so many classes. The causes of its errors are
	// ErrReduction and ErrOption.
	New(classes int) (Learner, error)
}

// kind is one learner as the table has it.
type kind struct {
	name string
	zero Maker
}

// kinds returns the table of learners: one line makes a learner known.
func kinds() []kind {
	return []kind{
		{"perceptron", Perceptron{}},
		{"pa1", PA1{}},
		{"pa2", PA2{}},
		{"arow", AROW{}},
		{"sgd", SGD{}},
		{"sgd+", SGDPlus{}},
		{"ftrl", FTRL{}},
		{"nn", NN{}},
		{"nn-ftrl", NNFTRL{}},
	}
}

// unknown is a learner of which there is only the name.
type unknown string

func (u unknown) New(int) (Learner, error) {
	return nil, fmt.Errorf("%w: %q; there are %q", ErrLearner, string(u), Names())
}

// Causes of errors in a Spec.
var (
	ErrLearner   = errors.New("no such learner")
	ErrReduction = errors.New("no such reduction")
	ErrOption    = errors.New("bad option of a learner")
)

// check finds what is out of range.
func check(options option.List, classes int) error {
	options = append(options, option.Of("classes", &classes, 0, "").Within(1, MaxClasses))
	if err := options.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrOption, err)
	}
	return nil
}

// Spec is a learner that can be told by its name, and so can its options be. Changing a
// copy leaves the original as it is. In JSON it is one flat object: "learner" and the
// options that are neither 0, false nor "".
type Spec struct{ Maker }

// Names returns the names of all learners.
func Names() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// SpecFor returns the defaults of the named learner, or ErrLearner.
func SpecFor(name string) (Spec, error) {
	s := Spec{unknown(name)}
	err := s.edit(func(_ string, l option.List) error { l.Reset(); return nil })
	return s, err
}

// edit changes the options of the learner, those of a known name being at first the zero
// value; change gets its name, too. It is ErrLearner if there is no such learner.
func (s *Spec) edit(change func(name string, l option.List) error) error {
	name, _ := s.Maker.(unknown)
	for _, k := range kinds() {
		own, same := reflect.New(reflect.TypeOf(k.zero)), reflect.TypeOf(k.zero) == reflect.TypeOf(s.Maker)
		if !same && k.name != string(name) {
			continue
		}
		if same {
			own.Elem().Set(reflect.ValueOf(s.Maker))
		}
		if err := change(k.name, own.Interface().(interface{ options() option.List }).options()); err != nil {
			return err
		}
		s.Maker = own.Elem().Interface().(Maker)
		return nil
	}
	_, err := name.New(1)
	return err
}

// Name returns the name of the learner, "" if there is none.
func (s Spec) Name() string {
	u, _ := s.Maker.(unknown)
	name := string(u)
	_ = s.edit(func(known string, _ option.List) error { name = known; return nil })
	return name
}

// New makes the learner over so many classes. The causes of its errors are ErrLearner,
// ErrReduction and ErrOption.
func (s Spec) New(classes int) (Learner, error) {
	if s.Maker == nil {
		return unknown("").New(classes)
	}
	l, err := s.Maker.New(classes)
	if err != nil && !errors.Is(err, ErrLearner) {
		err = fmt.Errorf("learner %s: %w", s.Name(), err)
	}
	return l, err
}

// Options returns a copy of the options of the learner.
func (s Spec) Options() (list option.List) {
	_ = s.edit(func(_ string, l option.List) error { list = l; return nil })
	return list
}

// Get returns the value of the named option, nil if the learner has none of that name.
func (s Spec) Get(name string) any {
	o, ok := s.Options().Find(name)
	if !ok {
		return nil
	}
	return o.Value()
}

// Has reports whether the learner has the named option, and makes something of it as its
// other options are.
func (s Spec) Has(name string) bool {
	o, ok := s.Options().Find(name)
	return ok && !o.Idle
}

// Set sets the named option to a value, or to what the text of a value says. It is an
// ErrOption if the learner has none of that name, if the text is no such value, or
// if there is no learner; New checks what values may be.
func (s *Spec) Set(name string, value any) error {
	err := s.edit(func(learner string, l option.List) error {
		o, ok := l.Find(name)
		if !ok {
			return fmt.Errorf("%w: %s has none that is called %s, but %s", ErrOption, learner, name, strings.Join(l.Names(), ", "))
		}
		if err := o.Set(value); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrOption, learner, err)
		}
		return nil
	})
	if errors.Is(err, ErrLearner) {
		return fmt.Errorf("%w: %s: %w", ErrOption, name, err)
	}
	return err
}

// Options returns all that some learner has for an option, as the first of its learners has
// it; Usage says which these are unless all are.
func Options() (all option.List) {
	of := map[string][]string{}
	for _, name := range Names() {
		s, _ := SpecFor(name)
		for _, o := range s.Options() {
			if of[o.Name] == nil {
				all = append(all, o)
			}
			of[o.Name] = append(of[o.Name], name)
		}
	}
	for i := range all {
		if learners := of[all[i].Name]; len(learners) < len(Names()) {
			all[i].Usage += ": " + strings.Join(learners, ", ")
		}
	}
	return all
}

// MarshalJSON implements json.Marshaler.
func (s Spec) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(s.Name())
	text = append([]byte(`{"learner":`), text...)
	for _, o := range s.Options() {
		value, valueErr := json.Marshal(o.Value())
		if valueErr != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, valueErr)
		}
		if !slices.Contains([]string{"0", "false", `""`}, string(value)) {
			text = fmt.Appendf(text, `,%q:%s`, o.Name, value)
		}
	}
	return append(text, '}'), err
}

// UnmarshalJSON implements json.Unmarshaler. It passes over what the learner has no option
// for.
func (s *Spec) UnmarshalJSON(text []byte) error {
	var given struct{ Learner string }
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	s.Maker = unknown(given.Learner)
	err := s.edit(func(_ string, l option.List) error {
		for _, o := range l {
			if value, ok := values[o.Name]; ok {
				if err := json.Unmarshal(value, o.Field); err != nil {
					return fmt.Errorf("%s: %w", o.Name, err)
				}
			}
		}
		return nil
	})
	if errors.Is(err, ErrLearner) { // New says so
		return nil
	}
	return err
}
