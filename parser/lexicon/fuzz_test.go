package lexicon_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/lexicon"
)

// FuzzRead reads any text: it is refused, or its words have analyses that are sound columns, the same each time.
func FuzzRead(f *testing.F) {
	f.Add("# x\nwalked\twalk\tVERB\tVBD\tTense=Past\nwalked\t_\t_\t_\tVerbForm=Part|_\n")
	f.Add("walk\twalked\tV;PST\nwalk\twalks\tV;PRS;3;SG;{ACC/GEN}\n")
	f.Add("a\ta\tNOUN\r\n\r\na b\ta\tX\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lexicon.Read(strings.NewReader(text), "fuzz")
		if err != nil {
			require.ErrorContains(t, err, "fuzz")
			return
		}
		again, err := lexicon.Read(strings.NewReader(text), "fuzz")
		require.NoError(t, err)
		found := 0
		for line := range strings.Lines(strings.TrimPrefix(text, textfile.ByteOrderMark)) {
			for _, form := range strings.Split(strings.TrimRight(line, "\r\n"), "\t") {
				all := l.Analyses(form)
				require.Equal(t, all, again.Analyses(form))
				require.Equal(t, len(all) > 0, l.Has(form))
				for _, a := range all {
					found++
					require.NotContains(t, a.Lemma, "\t")
					if a.UPOS != "" {
						require.NoError(t, conll.CheckUPOS(a.UPOS))
					}
					if a.Feats != "" {
						require.NoError(t, conll.CheckFeats(a.Feats))
						require.True(t, a.Fits(a.Feats))
					}
				}
			}
		}
		require.GreaterOrEqual(t, found, l.Len())
	})
}

// FuzzHunspell reads any rules and stems: they are refused, or all stems that are not marked are words.
func FuzzHunspell(f *testing.F) {
	f.Add("SET UTF-8\nPFX A Y 1\nPFX A 0 re .\nSFX B Y 2\nSFX B 0 ed [^y]\nSFX B y ied/A y\n", "2\ncry/AB\nwork po:verb\n")
	f.Add("FLAG long\nAF 1\nAF AaBb\nSFX Aa N 1\nSFX Aa 0 s .\n", "1\ndog/1\n")
	f.Add("FLAG num\nAM 1\nAM po:noun\nCIRCUMFIX 3\nSFX 1 Y 1\nSFX 1 0 s/3 .\n", "dog/1\t1\n")
	f.Fuzz(func(t *testing.T, aff, dic string) {
		if len(aff)+len(dic) > 1<<12 {
			return
		}
		l, err := dictionary(t, aff, dic)
		if err != nil {
			require.ErrorContains(t, err, "xx.")
			return
		}
		plain, err := dictionary(t, "SET UTF-8\n", "1\nword\n")
		require.NoError(t, err)
		require.Equal(t, l.Len()+1, l.With(plain).Len())
		require.True(t, l.With(plain).Has("word"))
	})
}
