package model

import (
	"encoding/json"
	"errors"
	"fmt"
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

// kinds returns the table of learners: one line makes a learner known.
func kinds() []kind {
	return []kind{
		kindOf[Perceptron]("perceptron"),
		kindOf[PA1]("pa1"),
		kindOf[PA2]("pa2"),
		kindOf[AROW]("arow"),
		kindOf[SGD]("sgd"),
		kindOf[SGDPlus]("sgd+"),
		kindOf[FTRL]("ftrl"),
		kindOf[NN]("nn"),
		kindOf[NNFTRL]("nn-ftrl"),
	}
}

// kind is one learner as the table has it.
type kind struct {
	name string
	has  func(m Maker) bool // whether m is one of the kind
	// edit returns a copy of m, or of the zero value if m is another kind, after a
	// change of its options.
	edit func(m Maker, change func(option.List) error) (Maker, error)
}

func kindOf[T Maker, P interface {
	*T
	options() option.List
}](name string) kind {
	return kind{
		name: name,
		has:  func(m Maker) bool { _, ok := m.(T); return ok },
		edit: func(m Maker, change func(option.List) error) (Maker, error) {
			own, _ := m.(T)
			err := change(P(&own).options())
			return own, err
		},
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
	k, ok := s.kind()
	if !ok {
		_, err := s.New(1)
		return s, err
	}
	err := s.edit(k, func(l option.List) error { l.Reset(); return nil })
	return s, err
}

// kind returns that of the Spec; there may be none.
func (s Spec) kind() (kind, bool) {
	name, _ := s.Maker.(unknown)
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.name == string(name) || k.has(s.Maker) })
	if i < 0 {
		return kind{}, false
	}
	return all[i], true
}

func (s *Spec) edit(k kind, change func(option.List) error) error {
	m, err := k.edit(s.Maker, change)
	if err == nil {
		s.Maker = m
	}
	return err
}

// Name returns the name of the learner, "" if there is none.
func (s Spec) Name() string {
	if k, ok := s.kind(); ok {
		return k.name
	}
	name, _ := s.Maker.(unknown)
	return string(name)
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
	if k, ok := s.kind(); ok {
		_, _ = k.edit(s.Maker, func(l option.List) error { list = l; return nil })
	}
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
// ErrOption if the learner has none of that name, or if the text is no such value; New
// checks what values may be.
func (s *Spec) Set(name string, value any) error {
	k, ok := s.kind()
	if !ok {
		return fmt.Errorf("%w: %s: there is no learner to have it", ErrOption, name)
	}
	return s.edit(k, func(l option.List) error {
		o, ok := l.Find(name)
		if !ok {
			return fmt.Errorf("%w: %s has none that is called %s, but %s", ErrOption, k.name, name, strings.Join(l.Names(), ", "))
		}
		if err := o.Set(value); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrOption, k.name, err)
		}
		return nil
	})
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
	k, ok := s.kind()
	if !ok {
		return nil
	}
	return s.edit(k, func(l option.List) error {
		for _, o := range l {
			if value, ok := values[o.Name]; ok {
				if err := json.Unmarshal(value, o.Field); err != nil {
					return fmt.Errorf("%s: %w", o.Name, err)
				}
			}
		}
		return nil
	})
}
