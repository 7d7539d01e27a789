package serve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// graph is a sentence with an enhanced graph that differs from every tree of it.
const graph = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t2:nsubj|2.1:nsubj\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t0:root\t_\n" +
	"2.1\thowl\thowl\tVERB\tVBP\t_\t_\t_\t2:conj\t_\n\n"

// Pictures show both layers of a sentence whose DEPS are filled, and the tree alone if DEPS are no graph.
func TestPicturesOfLayers(t *testing.T) {
	s := newServed(t)
	picture := func(data string) string {
		query := map[string]any{"model": "heads", "data": data, "input": "conllu", "output": "json", "pictures": true}
		return of[struct{ Pictures []string }](t, s.post("/v1/parse", query)).Pictures[0]
	}
	both := picture(graph)
	require.Equal(t, 2, strings.Count(both, `<g class="arc enhanced"`))
	require.Contains(t, both, `<g class="word empty" data-id="2.1">`)
	for _, deps := range []string{"9:nsubj", "1:nsubj", "nsubj", "_"} {
		alone := picture(strings.NewReplacer("2:nsubj|2.1:nsubj", deps, "0:root", "_").Replace(graph))
		require.NotContains(t, alone, "enhanced", deps)
		require.NotContains(t, alone, "howl", deps)
	}
}

// TestPageTellsOfLayers: what lies below the words is explained, and empty nodes tell what they are.
func TestPageTellsOfLayers(t *testing.T) {
	b := openBrowser(t)
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	eval[bool](b, `const model = document.querySelector("#model"); model.value = "heads"; return model.dispatchEvent(new Event("change"))`)
	b.replace("Dogs bark.")
	b.click("#parse")
	b.idle()
	require.True(t, eval[bool](b, `return document.querySelector("#layers").hidden`))
	eval[bool](b, `const input = document.querySelector("#input"); input.value = "conllu"; return input.dispatchEvent(new Event("change"))`)
	eval[bool](b, `const data = document.querySelector("#data"); data.value = `+"`"+graph+"`"+`; return data.dispatchEvent(new Event("input"))`)
	b.click("#parse")
	b.idle()
	require.False(t, eval[bool](b, `return document.querySelector("#layers").hidden`))
	b.click(`#tree .word[data-id="2.1"] .form`)
	b.wait(`document.querySelector("#tree .meaning").innerText`)
	require.Contains(t, b.text("#tree .meaning"), "howl: lemma howl")

	// the same in words: as a table, and at each label
	b.click("#words summary")
	rows := eval[[]string](b, `return [...document.querySelectorAll("#words tr")].map(row => [...row.cells].map(cell => cell.innerText).join("; "))`)
	require.Equal(t, []string{
		"Word; Tag; In the tree; In the enhanced graph",
		"1 Dogs; NOUN; nsubj of 2 bark; nsubj of 2 bark, nsubj of 2.1 howl",
		"2 bark; VERB; root of the root; root of the root",
		"2.1 howl; VERB; ; conj of 2 bark",
	}, rows)
	require.Regexp(t, "^nsubj: .*; 1 Dogs, of 2 bark$", eval[string](b, `return document.querySelector('#tree .label[data-label="nsubj"]').ariaLabel`))
	require.Contains(
		t,
		eval[string](b, `return document.getElementById(document.querySelector("#tree .picture").getAttribute("aria-describedby")).textContent`),
		"Dogs 1 ← bark 2: nsubj",
	)
	b.shoot("layers-light")
	b.accessible("both layers")
}
