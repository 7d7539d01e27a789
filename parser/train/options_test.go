package train

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
)

// TestZeroOptionsAreTheUsualOnes of "parser train", for every system.
func TestZeroOptionsAreTheUsualOnes(t *testing.T) {
	for _, system := range oracle.Systems() {
		got, given, err := inner(parser.Options{System: system}, nil)
		require.NoError(t, err)
		require.Empty(t, given)
		want := engine.DefaultsFor(system)
		require.Equal(t, want, got, system)
	}
	got, _, err := inner(parser.Options{}, nil)
	require.NoError(t, err)
	require.Equal(t, engine.DefaultOptions(), got)
}

// TestFlags: every option of "parser train" can be set by its name, to what it has, and where a field has it, too, only once.
func TestFlags(t *testing.T) {
	usual := engine.DefaultOptions()
	for _, own := range usual.List() {
		if usual.Lacks(own) || own.Name == "learner" {
			continue
		}
		flags := map[string]string{own.Name: fmt.Sprint(own.Value())}
		got, _, err := inner(parser.Options{Flags: flags}, nil)
		require.NoError(t, err, own.Name)
		require.Equal(t, usual, got, own.Name)
	}
	got, _, err := inner(parser.Options{Flags: map[string]string{"size": "large", "patience": "3"}, Lang: "da", Seed: 7, Workers: 2}, nil)
	require.NoError(t, err)
	require.Equal(t, []any{"large", 3, "da", uint64(7), 2}, []any{got.Neural.Size, got.Patience, got.Lang, got.Seed, got.Workers})
	for text, o := range map[string]parser.Options{
		`no option "sice"`:           {Flags: map[string]string{"sice": "large"}},
		`write "size", without dash`: {Flags: map[string]string{"--size": "large"}},
		"seed is set twice":          {Seed: 1, Flags: map[string]string{"seed": "1"}},
		"patience is":                {Flags: map[string]string{"patience": "x"}},
		"no effect with":             {Scorer: "linear", Flags: map[string]string{"size": "large"}},
		"neural: teacher-share":      {Flags: map[string]string{"teacher-share": "1"}},
		"no such learner":            {Scorer: "linear", Learner: "none"},
		"neural: l1":                 {Flags: map[string]string{"l1": "0.1"}},
		"learner perceptron: l1":     {Scorer: "linear", Flags: map[string]string{"l1": "0.1"}},
		"neural: encoder-layers, l1": {Flags: map[string]string{"l1": "0.1", "encoder-layers": "2"}},
	} {
		_, _, err := inner(o, nil)
		require.ErrorIs(t, err, parser.ErrOptions, text)
		require.ErrorContains(t, err, text)
	}
}

// TestStaticOraclesDoNotExplore, unless they are told to, which training refuses.
func TestStaticOraclesDoNotExplore(t *testing.T) {
	got, _, err := inner(parser.Options{Oracle: "static"}, nil)
	require.NoError(t, err)
	require.Zero(t, got.Explore)
	got, _, err = inner(parser.Options{Oracle: "static", Flags: map[string]string{"explore": "0.5"}}, nil)
	require.NoError(t, err)
	require.Equal(t, 0.5, got.Explore)
	_, err = training.New(got)
	require.ErrorIs(t, err, training.ErrOffPath)
}

// TestBadResources are refused.
func TestBadResources(t *testing.T) {
	encoder := func(folder string) (Resource, error) { return Encoder(folder, EncoderOptions{}) }
	for name, open := range map[string]func(string) (Resource, error){"vectors": Vectors, "pretrained": Pretrained, "encoder": encoder} {
		_, err := open("none")
		require.Error(t, err, name)
	}
	for name, take := range map[string]func(*parser.Parser) (Resource, error){"teacher": Teacher, "init": Init, "taggers": Taggers, "segmenter": Segmenter} {
		_, err := take(nil)
		require.ErrorIs(t, err, parser.ErrNil, name)
	}
	teacher := training.Resource{Name: training.Teacher, Value: &engine.Parser{}}
	_, err := training.New(engine.DefaultOptions(), teacher, teacher)
	require.ErrorIs(t, err, parser.ErrOptions)
	require.ErrorContains(t, err, "one teacher")
	_, err = training.New(engine.DefaultOptions(), training.Resource{Name: "dictionary"})
	require.ErrorContains(t, err, `no resource "dictionary"`)
}
