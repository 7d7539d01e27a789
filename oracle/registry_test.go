package oracle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// registeredSystems returns systems of all kinds with several parameters.
func registeredSystems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{},
		transition.ArcHybrid{Roots: transition.MultiRoot}, transition.ArcEager{Roots: transition.MultiRoot}, transition.ArcStandard{Roots: transition.MultiRoot},
		transition.ArcEagerNonMonotonic{}, transition.ArcEagerNonMonotonic{Roots: transition.MultiRoot},
		transition.ArcHybridSwap{}, transition.ArcHybridSwap{ArcHybrid: transition.ArcHybrid{Roots: transition.MultiRoot}},
		transition.ArcStandardSwap{}, transition.ArcStandardSwap{ArcStandard: transition.ArcStandard{Roots: transition.MultiRoot}},
		transition.HeadOffset{}, transition.HeadOffset{Roots: transition.MultiRoot},
		transition.Bracket{MaxOpens: 1}, transition.Bracket{MaxOpens: 3, Unary: transition.NoChain}, transition.Bracket{MaxOpens: 2, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 1}, transition.InOrder{MaxUnary: 3}, transition.ShiftLabel{}, transition.Split{}, transition.Tag{},
		transition.AMR{}, transition.AMR{Reentrances: true, Links: true},
	}
}

// TestSystemsAreMadeAgain: systems can be rebuilt from their names and parameters.
func TestSystemsAreMadeAgain(t *testing.T) {
	made := map[string]bool{}
	for _, s := range registeredSystems() {
		again, err := oracle.NewSystem(s.Name(), s.Params())
		require.NoError(t, err)
		require.Equal(t, s, again)
		kind, err := oracle.KindOf(s.Name())
		require.NoError(t, err)
		require.Equal(t, s.Kind(), kind)
		for _, k := range []transition.Kind{transition.Dependencies, transition.Constituents, transition.Tags, transition.Graphs} {
			require.Equal(t, k == kind, slices.Contains(oracle.Systems(k), s.Name()))
		}
		made[s.Name()] = true
		if kind != transition.Dependencies {
			continue
		}
		other, err := oracle.NewSystem(s.Name(), transition.Params{Roots: 1 - s.Params().Roots})
		require.NoError(t, err)
		require.NotEqual(t, other, again)
	}
	require.Len(t, oracle.Systems(), len(made), "all have been made, and no name is there twice")
	require.Len(t, oracle.Systems(transition.Dependencies), 7)
	require.Equal(t, []string{"tag"}, oracle.Systems(transition.Tags))
	require.Equal(t, slices.Concat(oracle.Systems(transition.Dependencies), oracle.Systems(transition.Constituents),
		oracle.Systems(transition.Tags), oracle.Systems(transition.Graphs)), oracle.Systems())
}

// TestOnlyWhatConcernsASystemIsKept: parameters of other systems are dropped.
func TestOnlyWhatConcernsASystemIsKept(t *testing.T) {
	all := transition.Params{Roots: transition.MultiRoot, MaxOpens: 3, MaxUnary: 2, Unary: transition.NoChain}
	for name, want := range map[string]transition.Params{
		"arc-hybrid": {Roots: transition.MultiRoot}, "arc-eager": {Roots: transition.MultiRoot}, "arc-standard": {Roots: transition.MultiRoot},
		"head-offset": {Roots: transition.MultiRoot}, "arc-eager-nonmonotonic": {Roots: transition.MultiRoot},
		"bracket": {MaxOpens: 3, Unary: transition.NoChain}, "in-order": {MaxUnary: 2}, "shift-label": {}, "split": {}, "tag": {},
	} {
		s, err := oracle.NewSystem(name, all)
		require.NoError(t, err)
		require.Equal(t, want, s.Params())
		uses := transition.Uses(s)
		require.Equal(t, []bool{want.Roots != 0, want.MaxOpens != 0, want.MaxUnary != 0, want.Unary != 0},
			[]bool{uses.Roots != 0, uses.MaxOpens != 0, uses.MaxUnary != 0, uses.Unary != 0}, name)
	}
}

func TestUnknownSystemsAreRefused(t *testing.T) {
	for _, name := range []string{"", "arc", "Arc-Hybrid", "arc-hybrid ", "swap", "brackets"} {
		s, err := oracle.NewSystem(name, transition.Params{Roots: transition.SingleRoot})
		require.ErrorIs(t, err, oracle.ErrUnknownSystem)
		require.ErrorContains(t, err, "arc-hybrid arc-eager arc-standard")
		require.Nil(t, s)
		_, err = oracle.KindOf(name)
		require.ErrorIs(t, err, oracle.ErrUnknownSystem)
	}
}

func TestParametersOutOfRangeAreRefused(t *testing.T) {
	for _, c := range []struct {
		system string
		params transition.Params
	}{
		{"bracket", transition.Params{MaxUnary: 3}}, {"in-order", transition.Params{MaxOpens: 3}}, // the bound is missing
		{"bracket", transition.Params{MaxOpens: -1}}, {"bracket", transition.Params{MaxOpens: 2, Unary: 3}},
		{"in-order", transition.Params{MaxUnary: -1}},
	} {
		s, err := oracle.NewSystem(c.system, c.params)
		require.ErrorIs(t, err, transition.ErrParams)
		require.Nil(t, s)
	}
}

// TestDescriptions: each oracle has a description in words.
func TestDescriptions(t *testing.T) {
	require.True(t, oracle.Describe("pd").AnyTree)
	require.True(t, oracle.Describe("static").OnPath)
	require.Equal(t, oracle.Description{Name: "dynamic", Text: "hand-written dynamic oracle"}, oracle.Describe("dynamic"))
	require.Equal(t, oracle.Description{Name: "none"}, oracle.Describe("none"))
	for _, d := range oracle.Descriptions() {
		require.NotEmpty(t, d.Text)
		require.Equal(t, d, oracle.Describe(d.Name))
	}
	require.True(t, slices.IsSorted(oracle.Names()))
}

// Which systems have which oracles. All others are refused by name.
func TestNamesFor(t *testing.T) {
	have := map[string][]string{
		"arc-hybrid":             {"dynamic", "fsa", "fsa-edit", "pd", "static"},
		"arc-eager":              {"dynamic", "fsa", "pd", "static"},
		"arc-standard":           {"dynamic", "pd", "static"},
		"arc-hybrid-swap":        {"static", "static-dynamic"},
		"arc-standard-swap":      {"static"},
		"head-offset":            {"dynamic", "static"},
		"arc-eager-nonmonotonic": {"dynamic", "fsa", "monotonic", "pd", "static"},
		"bracket":                {"dynamic", "fsa", "fsa-edit", "fsa-paper", "static"},
		"in-order":               {"dynamic", "fsa", "static"},
		"shift-label":            {"dynamic", "fsa", "static"},
		"split":                  {"dynamic", "static"},
		"tag":                    {"dynamic", "fsa", "static"},
		"amr":                    {"expert"},
	}
	for _, system := range oracle.Systems() {
		s, err := oracle.NewSystem(system, transition.Params{MaxOpens: 1, MaxUnary: 1})
		require.NoError(t, err)
		require.Equal(t, have[system], oracle.NamesFor(s))
		for _, name := range oracle.Names() {
			o, err := oracle.New(name, s)
			if slices.Contains(have[system], name) {
				require.NoError(t, err)
				require.Equal(t, name, o.Name())
			} else {
				require.ErrorIs(t, err, oracle.ErrNoOracle)
				require.ErrorContains(t, err, name+" for "+system)
			}
		}
	}
}
