package model

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// edits returns other values for the options that some learner does not use.
func edits(s Spec) map[string]any {
	more := func(name string, by float64) any {
		value, _ := s.Get(name).(float64)
		return value + by
	}
	hidden, _ := s.Get("hidden").(int)
	direct, _ := s.Get("direct").(bool)
	return map[string]any{
		"reduction": "hinge", "rate": more("rate", 0.01), "margin": more("margin", 2), "cost-margin": true, "relative-costs": true,
		"c": 0.02, "r": more("r", 5), "beta": more("beta", 2),
		"l1": more("l1", 0.1), "l2": more("l2", 0.1), "scale": 0.01, "drop": more("drop", 0.3), "hidden": hidden + 1, "direct": !direct, "activation": "relu",
		"own-units": true,
	}
}

// used reports whether a learner has an option that its other options do not make idle.
func used(s Spec, name string) bool {
	o, ok := s.Options().Find(name)
	return ok && !o.Idle
}

// Options that a learner does not have cannot be set. Idle options change no byte of what is
// learned; all others do.
func TestIdleOptionsChangeNothing(t *testing.T) {
	bytesOf := func(s Spec) []byte {
		return written(t, teach(t, s, someClasses, randomDecisions(9, 60), nil).Freeze().Entries(""))
	}
	law := func(t *testing.T, s Spec) {
		base := bytesOf(s)
		require.Empty(t, s.Options().Useless())
		for name, value := range edits(s) {
			changed := s
			err := changed.Set(name, value)
			if s.Get(name) == nil {
				require.ErrorIs(t, err, errOption, name)
				require.False(t, used(s, name))
				continue
			}
			require.NoError(t, err)
			if s.Get(name) == value {
				continue
			}
			require.Equal(t, !used(changed, name), bytes.Equal(base, bytesOf(changed)), name)
			require.Equal(t, !used(changed, name), len(changed.Options().Useless()) > 0, name)
		}
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) { law(t, specOf(t, name)) })
		for _, s := range others(t, name) {
			t.Run(fmt.Sprint(name, "/", s.Get("reduction"), "/", s.Get("update")), func(t *testing.T) { law(t, s) })
		}
	}
}

// others returns the named learner with all reductions and, for networks, all updates.
func others(t *testing.T, name string) []Spec {
	var all []Spec
	add := func(option string, values ...string) {
		for _, value := range values {
			if s := specOf(t, name); s.Get(option) != nil {
				set(&s, option, value)
				all = append(all, s)
			}
		}
	}
	add("reduction", reductionNames()...)
	add("update", "sgd", "sgd+", "ftrl")
	return all
}

// Only networks have the option update, and it changes the defaults of others.
func TestOptionsOfUpdates(t *testing.T) {
	s := specOf(t, "sgd")
	require.ErrorIs(t, s.Set("update", "ftrl"), errOption)
	s = specOf(t, "nn")
	set(&s, "l1", 0.1, "beta", 1)
	require.Equal(t, []string{"l1"}, s.Options().Useless().Names())
	set(&s, "update", "sgd")
	require.Equal(t, []string{"beta", "l1"}, s.Options().Useless().Names())
	set(&s, "update", "ftrl")
	require.Empty(t, s.Options().Useless())
}
