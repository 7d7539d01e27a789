package serve_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// several is a network that has learned English and Danish of a sort, with labels of their own.
var several = sync.OnceValues(func() (*engine.Parser, error) {
	data := treebank.Data{Sources: []treebank.Source{{Name: "da"}, {Name: "en"}}}
	for place, bank := range data.Sources {
		text := "1\tHunden\t_\tNOUN\t_\t_\t2\tof-" + bank.Name + "\t_\t_\n2\tsover\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
		for sentence, err := range conll.NewReader(strings.NewReader(strings.Repeat(text, 20)), "").All() {
			if err != nil {
				return nil, err
			}
			data.Sentences, data.From = append(data.Sentences, sentence), append(data.From, place)
		}
	}
	o := engine.DefaultsFor("arc-hybrid")
	o.UseScorer("neural")
	o.Lang, o.Epochs, o.Neural.Size, o.Neural.MultiTask, o.Neural.Rate = "multi", 20, "small", "upos", 0.02
	o.Neural.Dropout, o.Neural.WordDropout = 0, 0
	return training.Run(context.Background(), data, treebank.Data{}, o, training.Observer{})
})

// The model of several languages follows the one that is asked for, or that of each part of a text; the model of that language,
// or of the one nearest to it, cuts text.
func TestSeveral(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Models = append(o.Models, serve.Source{Name: "multi", Load: several}) })
	for _, c := range []struct {
		body   map[string]any
		model  string
		labels []string
	}{
		{map[string]any{"model": "multi:da", "data": "Hunden sover"}, "multi:da", []string{"of-da"}},
		{map[string]any{"model": "MULTI:en", "data": "Hunden sover"}, "multi:en", []string{"of-en"}},
		{map[string]any{"model": "multi:nb", "data": "Hunden sover"}, "multi:nb", []string{"of-da"}},
		{map[string]any{"model": "multi", "treebank": "en", "input": "horizontal", "data": "Hunden sover"}, "multi", []string{"of-en"}},
		{map[string]any{"model": "multi", "data": late + "\n" + danish}, "multi:en, multi:da", []string{"of-en", "of-da"}},
		{map[string]any{"model": "auto", "data": late + "\n" + danish}, "english-ewt-2.16, multi:da", []string{"nsubj", "of-da"}},
	} {
		a := s.post("/v1/parse", c.body)
		require.Equal(t, http.StatusOK, a.StatusCode, "%v: %s", c.body, a.body)
		require.Equal(t, c.model, strings.Join(a.Header.Values("X-Model"), ", "))
		for _, label := range c.labels {
			require.Contains(t, a.body, "\t"+label+"\t", "%v", c.body)
		}
	}
	for want, body := range map[string]map[string]any{
		`the model multi has not learned \"ja\", nor a language of its family, but da, en`: {"model": "multi:ja", "data": "x"},
		`the model multi has learned many languages: name one for words, as in multi:da`:   {"model": "multi", "input": "horizontal", "data": "x"},
		`there is no model \"heads:da\", but: english-ewt-2.16, heads, trees, multi`:       {"model": "heads:da", "data": "x"},
		`a treebank \"sv\"`: {"model": "multi:da", "treebank": "sv", "data": "x"},
	} {
		a := s.post("/v1/parse", body)
		require.GreaterOrEqual(t, a.StatusCode, http.StatusBadRequest, a.body)
		require.Contains(t, a.body, want)
	}
}
