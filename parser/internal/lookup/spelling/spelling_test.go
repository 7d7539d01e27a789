package spelling_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/lookup/spelling"
)

func TestWays(t *testing.T) {
	words := func(text string) (all []conll.Word) {
		for form := range strings.FieldsSeq(text) {
			form, upos, _ := strings.Cut(form, "/")
			all = append(all, conll.Word{Form: form, UPOS: upos})
		}
		return all
	}
	for _, c := range []struct {
		way      spelling.Way
		in, want string
	}{
		{spelling.Lower, "The OWL 's Nest", "the owl 's nest"},
		{spelling.Upper, "The owl 's", "THE OWL 'S"},
		{spelling.Typeset, `" I do n't , " she said ; " no . "`, "“ I do n’t , ” she said ; “ no . ”"},
		{spelling.Typeset, "the owls '/PART ' nest ' -- and ... `` hoot ''", "the owls ’ ‘ nest ’ — and … “ hoot ”"},
		{spelling.Typeset, "rock 'n' roll ---", "rock ’n’ roll —"},
		{spelling.Typeset, "plain words", "plain words"},
		{spelling.Single, `" I do n't , " she said ; “ no . ” `, "‘ I do n’t , ’ she said ; ‘ no . ’"},
		{spelling.Single, "the owls '/PART '' nest ...", "the owls ’ ’ nest …"},
	} {
		given := words(c.in)
		c.way(given)
		var forms []string
		for i := range given {
			forms = append(forms, given[i].Form)
		}
		require.Equal(t, c.want, strings.Join(forms, " "))
	}
	quote := []conll.Word{{Form: `"`, Lemma: `"`}}
	spelling.Single(quote)
	require.Equal(t, []conll.Word{{Form: "‘", Lemma: "'"}}, quote)
}
