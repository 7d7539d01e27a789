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

// maker is a pointer to the options of a learner, and to what sets it apart from others of its type.
type maker interface {
	options() option.List
	// learner returns a learner over the given number of classes; the options are in range.
	learner(classes int) Learner
}

// kinds is the table of learners: one line makes a learner known.
var kinds = []struct {
	name string
	zero maker
}{
	{"perceptron", &perceptron{}},
	{"pa1", &pa{}},
	{"pa2", &pa{second: true}},
	{"arow", &arow{}},
	{"sgd", &linear{update: "sgd"}},
	{"sgd+", &linear{update: "sgd+"}},
	{"ftrl", &linear{update: "ftrl"}},
	{"nn", &nn{usual: "sgd+"}},
	{"nn-ftrl", &nn{usual: "ftrl"}},
}

// Causes of errors in a Spec.
var (
	ErrLearner   = errors.New("no such learner")
	errReduction = errors.New("no such reduction")
	errOption    = errors.New("bad option of a learner")
)

// Spec is the name of a learner with its options. Set on a copy leaves the original as it is. In
// JSON it is one flat object: "learner" and the options that are not 0, false or "".
type Spec struct {
	name  string
	maker // nil if no learner has the name
}

// Names returns the names of all learners.
func Names() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// zero returns the named learner with all options zero, or ErrLearner.
func zero(name string) (Spec, error) {
	for _, k := range kinds {
		if k.name == name {
			return Spec{name, k.zero}, nil
		}
	}
	return Spec{name: name}, fmt.Errorf("%w: %q; there are %q", ErrLearner, name, Names())
}

// SpecFor returns the defaults of the named learner, or ErrLearner.
func SpecFor(name string) (Spec, error) {
	s, err := zero(name)
	s.own().Reset()
	return s, err
}

// own gives s its own copy of its options, and returns them.
func (s *Spec) own() option.List {
	if s.maker == nil {
		return nil
	}
	shared := reflect.ValueOf(s.maker).Elem()
	copied := reflect.New(shared.Type())
	copied.Elem().Set(shared)
	s.maker = copied.Interface().(maker)
	return s.options()
}

// Name returns the name of the learner, "" without one.
func (s Spec) Name() string { return s.name }

// New makes the learner over the given number of classes. It fails if there is no such learner
// (ErrLearner), or if an option is out of range. The learner can go on from models, each of which has the first classes
// of the next one, and all of them the first of the learner's: then it learns what is to be added to their scores.
func (s Spec) New(classes int, before ...Model) (Learner, error) {
	if _, err := zero(s.Name()); err != nil {
		return nil, err
	}
	options := append(s.Options(), option.Of("classes", &classes, 0, "").Within(1, MaxClasses))
	if err := options.Check(); err != nil {
		return nil, fmt.Errorf("learner %s: %w: %w", s.Name(), errOption, err)
	}
	if name, ok := s.Get("reduction").(string); ok && !slices.Contains(reductionNames(), name) {
		return nil, fmt.Errorf("learner %s: %w: %q; there are %q", s.Name(), errReduction, name, reductionNames())
	}
	l := s.learner(classes)
	if len(before) > 0 {
		base := newSum(before...)
		l = &additive{Learner: l, base: base, scores: make([]float32, base.Classes())}
	}
	return l, nil
}

// Options returns a copy of the options of the learner.
func (s Spec) Options() option.List { return s.own() }

// Get returns the value of the named option, or nil if the learner has no such option.
func (s Spec) Get(name string) any {
	if o, ok := s.Options().Find(name); ok {
		return o.Value()
	}
	return nil
}

// Set sets the named option to a value, or to the value that a text spells. It fails if there is
// no such learner, if the learner has no option of that name, or if the text spells no such
// value; only New checks the range of values.
func (s *Spec) Set(name string, value any) error {
	learner := s.Name()
	if _, err := zero(learner); err != nil {
		return fmt.Errorf("%w: %s: %w", errOption, name, err)
	}
	changed := *s
	options := changed.own()
	o, ok := options.Find(name)
	if !ok {
		return fmt.Errorf("%w: %s has none that is called %s, but %s", errOption, learner, name, strings.Join(options.Names(), ", "))
	}
	if err := o.Set(value); err != nil {
		return fmt.Errorf("%w: %s: %w", errOption, learner, err)
	}
	*s = changed
	return nil
}

// Options returns the options of all learners, each as its first learner has it. Usage and Needs
// list the learners that have the option, unless all have it.
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
			all[i] = all[i].Needing("learner", learners...)
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

// UnmarshalJSON implements json.Unmarshaler. It ignores all else than options of the learner.
func (s *Spec) UnmarshalJSON(text []byte) error {
	var given struct{ Learner string }
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	*s, _ = zero(given.Learner) // if there is no such learner, New says so
	for _, o := range s.own() {
		if value, ok := values[o.Name]; ok {
			if err := json.Unmarshal(value, o.Field); err != nil {
				return fmt.Errorf("%s: %w", o.Name, err)
			}
		}
	}
	return nil
}
