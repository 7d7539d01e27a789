package conll_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
)

// block returns a sentence of a verb and its object, with comments.
func block(head string, words string, comments ...string) string {
	var b strings.Builder
	for _, c := range comments {
		b.WriteString(c + "\n")
	}
	verb, object, _ := strings.Cut(words, " ")
	b.WriteString("1\t" + verb + "\t_\tVERB\t_\t_\t0\troot\t_\t_\n2\t" + object + "\t_\tNOUN\t_\t_\t1\t" + head + "\t_\t_\n\n")
	return b.String()
}

// gathered reads all sentences, and the errors between them.
func gathered(text string) (all []*conll.Sentence, errs []string) {
	read := conll.Gather(conll.NewReader(strings.NewReader(text), "in.conllu").Read)
	for {
		s, err := read()
		switch {
		case err == io.EOF:
			return all, errs
		case err != nil:
			errs = append(errs, err.Error())
		default:
			all = append(all, s)
		}
	}
}

// What is gathered is written as it was read.
func TestGather(t *testing.T) {
	text := block("obj", "Read books", "# sent_id = 1") +
		block("obl", "Read books", "# sent_id = 1", "# alternative = B") +
		block("nsubj", "Read books", "#alternative=C d") +
		block("obj", "Sell books", "# sent_id = 2", "# alternatives = none") +
		block("obj", "Buy books") + block("dep", "Buy books", "# alternative = B")
	all, errs := gathered(text)
	require.Empty(t, errs)
	require.Len(t, all, 3)
	labels := [][]string{}
	for _, s := range all {
		var own []string
		for _, one := range s.Annotations() {
			own = append(own, one.Words[1].Deprel)
		}
		labels = append(labels, own)
	}
	require.Equal(t, [][]string{{"obj", "obl", "nsubj"}, {"obj"}, {"obj", "dep"}}, labels)

	var out strings.Builder
	w := conll.NewWriter(&out)
	for _, s := range all {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	require.Equal(t, text, out.String())
}

// Each fault has its place, and loses no other sentence and no other tree of it.
func TestGatherFaults(t *testing.T) {
	first := block("obj", "Read books", "# sent_id = 1")
	after := block("obl", "Read books", "# alternative = C")
	for _, test := range []struct{ bad, want string }{
		{block("obl", "Read pages", "# alternative = B"), `in.conllu:7: bad alternative: "B" has the word "pages", but the sentence at line 1 has "books"`},
		{block("obl", "Read books", "# sent_id = 9", "# alternative = B"), `in.conllu:7: [9] bad alternative: "B" is not of the sentence before it, 1 at line 1`},
		{block("obl", "Read books", "# alternative ="), `in.conllu:6: bad alternative: the comment needs the name of the annotator, # alternative = NAME`},
		{"# alternative = B\n1\tRead\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
			`in.conllu:6: bad alternative: "B" and the sentence at line 1 differ in their number of words: 1 and 2`},
	} {
		all, errs := gathered(first + test.bad + after)
		require.Len(t, errs, 1, test.bad)
		require.Contains(t, errs[0], test.want)
		require.Len(t, all, 1)
		require.Len(t, all[0].Others, 1, "the third annotation")
	}
	all, errs := gathered(first + "# alternative = B\n1\tRead\t_\n\n" + after)
	require.Equal(t, []string{"in.conllu:6:9: wrong number of columns: 3, want 10", `in.conllu:9: bad alternative: "C" has no sentence before it`}, errs,
		"what is malformed may have been a sentence of its own")
	require.Len(t, all, 1)
	all, errs = gathered(after + first)
	require.Equal(t, []string{`in.conllu:2: bad alternative: "C" has no sentence before it`}, errs)
	require.Len(t, all, 1)
	_, errs = gathered("# alternative = B\n1\tRead\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n")
	require.Len(t, errs, 1)
}

// Gathering loses nothing: what can be read is written in the same order, except sentences that are refused, and those are
// errors at a place.
func FuzzGather(f *testing.F) {
	f.Add(block("obj", "Read books") + block("obl", "Read books", "# alternative = B"))
	f.Add(block("obl", "Read books", "# alternative = B") + block("obl", "Read pages", "# alternative ="))
	f.Fuzz(func(t *testing.T, text string) {
		var lines, gatheredLines []int
		refused := map[int]bool{}
		for s, err := range conll.NewReader(strings.NewReader(text), "in.conllu").All() {
			if err == nil {
				lines = append(lines, s.Line)
			}
		}
		read := conll.Gather(conll.NewReader(strings.NewReader(text), "in.conllu").Read)
		for s, err := range textfile.All(read) {
			var where *conll.Error
			switch {
			case err == nil:
				for _, one := range s.Annotations() {
					require.Equal(t, s.Joined(), one.Joined())
					gatheredLines = append(gatheredLines, one.Line)
				}
			case errors.Is(err, conll.ErrAlternative):
				require.ErrorAs(t, err, &where)
				refused[where.Line] = true
			}
		}
		missing := len(lines) - len(gatheredLines)
		require.Equal(t, len(refused), missing)
		require.True(t, slices.IsSorted(gatheredLines))
	})
}
