package imitation

import "slices"

// choice is a number that Settings leave open for some algorithms only.
type choice struct {
	name  string
	set   func(s *Settings) bool // whether it is another than by default
	reset func(s *Settings)
	fits  bool // whether it is about fitting learners to examples, not in the Algorithm
}

// choiceOf returns the choice of a field.
func choiceOf[T comparable](name string, field func(s *Settings) *T) choice {
	usual := DefaultSettings()
	return choice{
		name:  name,
		set:   func(s *Settings) bool { return *field(s) != *field(&usual) },
		reset: func(s *Settings) { *field(s) = *field(&usual) },
	}
}

// fitOf is choiceOf for the fields of Fit.
func fitOf[T comparable](name string, field func(s *Settings) *T) choice {
	c := choiceOf(name, field)
	c.fits = true
	return c
}

func choices() []choice {
	return []choice{
		choiceOf("explore", func(s *Settings) *float64 { return &s.Explore }),
		choiceOf("explore-after", func(s *Settings) *int { return &s.ExploreAfter }),
		choiceOf("decay", func(s *Settings) *float64 { return &s.Decay }),
		choiceOf("share", func(s *Settings) *float64 { return &s.Share }),
		choiceOf("samples", func(s *Settings) *int { return &s.Samples }),
		choiceOf("ask-first", func(s *Settings) *int { return &s.AskFirst }),
		choiceOf("draws", func(s *Settings) *int { return &s.Draws }),
		choiceOf("target", func(s *Settings) *float64 { return &s.Target }),
		choiceOf("target-first", func(s *Settings) *int { return &s.TargetFirst }),
		choiceOf("focus", func(s *Settings) *int { return &s.Focus }),
		choiceOf("focus-growth", func(s *Settings) *int { return &s.FocusGrowth }),
		choiceOf("execute", func(s *Settings) *bool { return &s.Execute }),
		fitOf("passes", func(s *Settings) *int { return &s.Passes }),
		fitOf("alpha", func(s *Settings) *int { return &s.Alpha }),
		fitOf("memory", func(s *Settings) *int64 { return &s.Memory }),
	}
}

// Unused returns the names, as "parser train" has them, of the settings that are not
// those of DefaultSettings though nothing comes of them: the algorithm is the same
// without, or keeps no examples to fit learners to. There are none where Make fails.
func (s *Settings) Unused() []string {
	var names []string
	for _, c := range s.unused() {
		names = append(names, c.name)
	}
	return names
}

// ResetUnused gives the settings that Unused names their defaults.
func (s *Settings) ResetUnused() {
	for _, c := range s.unused() {
		c.reset(s)
	}
}

func (s *Settings) unused() []choice {
	// An expert that errs is always rolled out; let it not make Execute a useless word.
	judged := *s
	judged.Weaken = 0
	a, err := judged.Make()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(choices(), func(c choice) bool { return !c.set(&judged) || c.matters(judged, a) })
}

// matters reports whether a, the algorithm of s, depends on the choice.
func (c *choice) matters(s Settings, a Algorithm) bool {
	if c.fits {
		return a.Train != Online
	}
	c.reset(&s)
	without, err := s.Make()
	return err != nil || without != a
}
