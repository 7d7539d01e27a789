package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/amr"
	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// trainedGraphs is a model of graphs, with re-entrancies, that holds the English model.
var trainedGraphs = sync.OnceValues(func() (*engine.Parser, error) {
	base, err := loadEnglish()
	if err != nil {
		return nil, err
	}
	var data treebank.Data
	if data.Graphs, err = amr.ReadFile("../../../../testdata/en/train.amr"); err != nil {
		return nil, err
	}
	texts, err := grounding.Texts(data.Graphs)
	if err != nil {
		return nil, err
	}
	if data.Sentences, err = grounding.Trees(context.Background(), base, texts, 2); err != nil {
		return nil, err
	}
	o := engine.DefaultsFor("amr")
	o.Algorithm, o.Epochs, o.Reentrance = "exact", 2, true
	o.ResetUseless()
	p, err := training.Run(context.Background(), data, treebank.Data{}, o, training.Observer{})
	if err != nil {
		return nil, err
	}
	return p.WithBase(base)
})

// withGraphs also serves two models of graphs; one has no base.
func withGraphs(o *serve.Options) {
	o.Models = append(o.Models, serve.Source{Name: "meanings", Load: trainedGraphs}, serve.Source{Name: "baseless", Load: func() (*engine.Parser, error) {
		p, err := trainedGraphs()
		if err != nil {
			return nil, err
		}
		return p.WithBase(nil)
	}})
}

// chase is a sentence with a tree.
const chase = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tchase\tchase\tVERB\tVBP\t_\t0\troot\t_\t_\n3\tcats\tcat\tNOUN\tNNS\t_\t2\tobj\t_\t_\n\n"

func TestParseGraphs(t *testing.T) {
	s := newServed(t, withGraphs)
	for _, c := range []struct {
		name, model, input, output, data, media string
		want                                    []string
	}{
		{
			"raw text, a graph for each sentence", "meanings", "", "", "Dogs bark. Cats sleep.", "text/plain; charset=utf-8",
			[]string{"# ::id 1\n# ::snt Dogs bark.\n(", "# ::id 2\n# ::snt Cats sleep.\n("},
		},
		{"words with heads", "baseless", "conllu", "penman", chase, "text/plain; charset=utf-8", []string{"# ::snt Dogs chase cats\n(c / chase-01"}},
		{
			"words without heads, by the base", "meanings", "conllu", "penman",
			"1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "text/plain; charset=utf-8",
			[]string{"# ::snt Dogs bark\n("},
		},
		{
			"texts of graphs", "meanings", "penman", "penman", "# ::id x\n# ::snt Dogs bark.\n(a / amr-empty)\n", "text/plain; charset=utf-8",
			[]string{"# ::id x\n# ::snt Dogs bark.\n("},
		},
		{"JSON", "meanings", "text", "json", "Dogs bark.", "application/json", []string{`{"model":"meanings","sentences":[{"id":"1","text":"Dogs bark.","graph":"(`}},
		{"drawings", "meanings", "text", "svg", "Dogs bark. Cats sleep.", "image/svg+xml", []string{`<g class="vertex" data-id="1">`, "</svg>\n</svg>"}},
		{"drawings for terminals", "meanings", "text", "text", "Dogs bark. Cats sleep.", "text/plain; charset=utf-8", []string{"Dogs bark.\n", "\n\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.post("/v1/parse", map[string]any{"model": c.model, "input": c.input, "output": c.output, "data": c.data})
			require.Equal(t, http.StatusOK, a.StatusCode, a.body)
			require.Equal(t, c.media, a.Header.Get("Content-Type"))
			for _, want := range c.want {
				require.Contains(t, a.body, want)
			}
		})
	}
	all := of[struct{ Pictures, Sources []string }](t, s.post("/v1/parse", map[string]any{
		"model": "meanings", "output": "json", "data": "Dogs bark.", "pictures": true,
	}))
	require.Len(t, all.Pictures, 1)
	require.Contains(t, all.Pictures[0], `class="vertex"`)
	require.Contains(t, all.Sources[0], "# ::snt Dogs bark.\n(")
}

// What is said of graphs where they make no sense.
func TestGraphsThatAreRefused(t *testing.T) {
	s := newServed(t, withGraphs)
	for _, c := range []struct {
		path   string
		body   map[string]any
		status int
		want   string
	}{
		{
			"/v1/parse", map[string]any{"model": "meanings", "output": "conllu", "data": "x"}, 400,
			"the output of this model can be penman, json, svg, text, not \"conllu\"",
		},
		{"/v1/parse", map[string]any{"model": "heads", "output": "penman", "data": "x"}, 400, "not \"penman\""},
		{"/v1/parse", map[string]any{"model": "baseless", "input": "penman", "data": "x"}, 400, "the input of this model can be conllu, not \"penman\""},
		{"/v1/parse", map[string]any{"model": "baseless", "data": bare}, 400, "data:1: [x-1] a parser of graphs needs dependency trees, and the words have no heads"},
		{"/v1/parse", map[string]any{"model": "meanings", "input": "penman", "data": "(a / b"}, 400, "data:1"},
		{"/v1/parse", map[string]any{"model": "meanings", "input": "penman", "data": "(a / b)"}, 400, "the graph has no text"},
		{"/v1/compare", map[string]any{"models": []string{"meanings", "english"}, "data": "x"}, 400, "a model of graphs cannot be compared with one of dependencies"},
		{
			"/v1/trace", map[string]any{"model": "meanings", "gold": "model:heads", "data": "x"}, 400,
			"gold trees of a model of graphs cannot be those of one of dependencies",
		},
		{"/v1/trace", map[string]any{"model": "meanings", "gold": "self", "oracles": []string{"dynamic"}, "data": "Dogs bark."}, 400, "dynamic for amr"},
		{
			"/v1/trace", map[string]any{"model": "meanings", "input": "conllu", "data": words(61)}, 422,
			"the sentence has 61 words; at most 60 can be shown step by step",
		},
	} {
		a := s.post(c.path, c.body)
		require.Equal(t, c.status, a.StatusCode, a.body)
		require.Contains(t, message(t, a), c.want)
	}
	a := s.do("GET", "/process?model=meanings&tokenizer&parser&data=Dogs", "")
	require.Equal(t, http.StatusBadRequest, a.StatusCode)
	require.Contains(t, a.body, `no model "meanings"`)
}

// words returns a sentence of n words.
func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d\tx\t_\tNOUN\tNN\t_\t_\t_\t_\t_\n", i+1)
	}
	return b.String() + "\n"
}

func TestTraceGraphs(t *testing.T) {
	s := newServed(t, withGraphs)
	answer := of[steps](t, s.post("/v1/trace", asked{"model": "meanings", "data": "Dogs bark.", "gold": "self"}))
	require.Equal(t, "amr", answer.Heading.System)
	require.Equal(t, []string{"Dogs", "bark"}, answer.Heading.Words)
	require.Contains(t, s.do("POST", "/v1/parse?model=meanings", "Dogs bark.").body, answer.Final)
	for i, step := range answer.Steps {
		requireXML(t, step.SVG)
		require.Contains(t, step.SVG, `class="vertex`)
		if i < len(answer.Steps)-1 {
			require.Equal(t, "expert", step.Costs[0].Oracle)
		}
	}
	gold := "# ::snt Dogs bark.\n(h / howl-01 :ARG0 (d / dog))\n"
	answer = of[steps](t, s.post("/v1/trace", asked{"model": "meanings", "data": "Dogs bark.", "gold": gold, "moves": "oracle"}))
	require.NotNil(t, answer.Steps[len(answer.Steps)-1].Loss)
}

func TestCompareGraphs(t *testing.T) {
	s := newServed(t, withGraphs)
	answer := of[struct {
		Sentences []struct {
			SVG                string
			Differences, Words int
		}
	}](t, s.post("/v1/compare", map[string]any{"models": []string{"meanings", "baseless"}, "input": "conllu", "data": chase}))
	require.Len(t, answer.Sentences, 1)
	require.Zero(t, answer.Sentences[0].Differences)
	require.Equal(t, 3, answer.Sentences[0].Words)
	require.Contains(t, answer.Sentences[0].SVG, "by meanings only")
}

// TestPageOfGraphs: graphs are drawn, stepped through and compared.
func TestPageOfGraphs(t *testing.T) {
	b := openBrowser(t)
	origin := listening(t, withGraphs).url
	b.look(1200, 900, "light")
	b.open(origin)
	b.wait(`document.querySelector("#model").value`)
	eval[any](
		b,
		`const model = document.querySelector("#model"); model.value = "meanings"; model.dispatchEvent(new Event("change")); `+
			`document.querySelector("#other").value = "baseless"`,
	)
	require.Contains(t, b.text("#input"), "Raw text")
	require.Contains(t, b.text("#input"), "PENMAN")
	b.typeInto("#data", keyControl+"a"+keyControl+"Dogs bark. Anna did not open the old door.")
	b.click("#parse")
	b.wait(`document.querySelector("#tree .picture .vertex")`)
	require.Regexp(t, "^2 sentences, 9 words", b.text("#status"))
	b.click("#next")
	b.wait(`document.querySelectorAll("#tree .picture .vertex").length > 2`)
	b.accessible("graph")
	b.shoot("graph-light")
	b.click("#tree .label")
	require.Contains(t, b.text("#tree .meaning"), ": ")
	b.click("#tab-steps")
	b.wait(`document.querySelector("#moves").children.length > 0`)
	for range 6 {
		b.click("#forward")
	}
	b.shoot("graph-steps-light")
	b.click("#last")
	require.Contains(t, b.text("#at"), "The graph is complete, without an error.")
	require.Equal(t, "Graph", b.text("#tab-tree"))
	require.Contains(t, b.text("#costs"), "this graph")
	b.click("#tab-differences")
	b.wait(`document.querySelector("#differences .count").innerText`)
	require.Equal(t, "meanings and baseless build the same graph.", b.text("#differences .count"))
	b.click("#tab-source")
	require.Contains(t, b.text("#source pre"), "# ::snt Anna did not open the old door.")
	b.keptTo(origin)
}
