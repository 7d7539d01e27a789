package segment

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	how "parser/parser/text"
)

// cutByClitics returns the tokens of a word, whose units a tagger left together, and those that it cut everywhere.
func cutByClitics(c *clitics, r *Rules, word string) (together, apart string) {
	cut := func(tag string) string {
		var units []unit
		for _, form := range r.cut(nil, word) {
			units = append(units, unit{form: form, tag: tag})
		}
		units[len(units)-1].last = true
		var b strings.Builder
		for i := range units {
			c.settle(units, i)
			if b.WriteString(units[i].form); units[i].tag != tagInside && !units[i].last {
				b.WriteString(" ")
			}
		}
		return b.String()
	}
	return cut(tagInside), cut(tagToken)
}

func TestClitics(t *testing.T) {
	rules := rulesOf(Rules{Lang: "fr_FR"})
	for _, c := range []struct{ word, together string }{
		{"a-t-il", "a -t-il"}, {"Viendra-t-elle", "Viendra -t-elle"}, {"A-T-ON", "A -T-ON"}, {"sont-ils", "sont -ils"},
		{"Donne-le-moi", "Donne -le -moi"}, {"Allez-y", "Allez -y"}, {"va-t'en", "va -t' en"}, {"donne-m’en", "donne -m’ en"},
		{"jour-là", "jour -là"}, {"qu'est-ce", "qu'est -ce"}, {"Ou\u0300-il", "Ou\u0300 -il"},
	} {
		together, apart := cutByClitics(&rules.clitics, rules, c.word)
		require.Equal(t, c.together, together)
		require.Equal(t, strings.Count(c.together, " -"), strings.Count(apart, " -"), "a clitic is one token: %s", apart)
	}
	for _, word := range []string{"rendez-vous", "l'arc-en-ciel", "celui-là", "peut-être", "Aix-en-Provence", "Anne-Elle", "x", "-il", "m-il-m"} {
		together, _ := cutByClitics(&rules.clitics, rules, word)
		require.Equal(t, word, together)
	}
	plain := rulesOf(Rules{Lang: "en"})
	together, apart := cutByClitics(&plain.clitics, plain, "a-t-il")
	require.Equal(t, []string{"a-t-il", "a - t - il"}, []string{together, apart})
}

func TestCliticsSplit(t *testing.T) {
	c := cliticsOf("pt")
	for form, words := range map[string]string{
		"Dar-lhe-ei": "Darei lhe", "poder-se-á": "poderá se", "FAR-SE-ÃO": "FARÃO SE", "Fá-lo-ia": "Faria lo",
		"vendê-las-íamos": "venderíamos las", "Abri-la-emos": "Abriremos la", "diz-se": "", "guarda-chuva": "", "lo": "",
	} {
		require.Equal(t, words, strings.Join(c.split(form), " "), form)
	}
	other := cliticsOf("en")
	require.Nil(t, other.split("dar-lhe-ei"))
}

// TestCliticFiles: all of them can be read, and say nothing that has no effect.
func TestCliticFiles(t *testing.T) {
	names, err := fs.Glob(cliticFiles, "clitics/*.txt")
	require.NoError(t, err)
	for _, name := range names {
		file, err := cliticFiles.ReadFile(name)
		require.NoError(t, err)
		lang := strings.TrimSuffix(path.Base(name), ".txt")
		c, lines, langs := cliticsOf(lang), 0, []string(nil)
		for line := range strings.Lines(string(file)) {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
				continue
			}
			lines++
			langs = append(langs, strings.Fields(line)[0])
			if lang != "conjunctions" {
				continue
			}
			of := cliticsOf(langs[len(langs)-1])
			require.Len(t, of.conjunctions, len(slices.Compact(slices.Sorted(slices.Values(strings.Fields(line)[1:])))), line)
		}
		if lang == "conjunctions" {
			require.True(t, slices.IsSorted(langs))
			require.Len(t, slices.Compact(langs), lines, "a language twice")
		} else {
			require.Equal(t, lines, len(c.tokens)+len(c.words)+len(c.whole)+len(c.known)+len(c.sure), name)
		}
		for _, p := range c.tokens {
			require.Positive(t, p.NumSubexp(), p)
		}
	}
}

// A hyphen stays before a conjunction, with the line end, and before what the language joins by one.
func TestDehyphenateHyphens(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "pre-\nand post-\nwar", "pre- and postwar"},
		{"en", "an isl-\nand, PRE-\nOR x", "an island, PRE- OR x"},
		{"en", "thous\u00ad\nand pre-\nand-post", "thousand pre-and-post"},
		{"da", "Syd-\nog Nordjylland, pre-\nand", "Syd- og Nordjylland, preand"},
		{"de", "Vor-\n  und Nach-\nteil", "Vor- und Nachteil"},
		{"fr", "Où vont-\nils ? Dit-\nil. Une vil-\nle. Un rendez-\nvous mal-\nle.", "Où vont-ils ?|Dit-il. Une ville.|Un rendez-vous malle."},
		{"pt", "Vê-\nlo, diz-\nse, mas-\nse", "Vê-lo, diz-se, masse"},
		{"mt", "il-\nkitba, il-\nma", "il-kitba, ilma"},
		{"", "pre-\nand", "preand"},
	} {
		rules := rulesOf(Rules{Lang: c.lang, Lower: []string{"island", "dit", "ville", "diz", "mas", "masse", "mal", "malle", "il-", "kitba"}})
		got := strings.Join(texts(readAll(t, c.text, rules, inside, how.Options{Dehyphenate: true})), "|")
		require.Equal(t, c.want, got, c.lang)
		checkReader(t, c.text, rules, inside, how.Options{Dehyphenate: true})
	}
}
