package lexicon

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// built is a form in the making.
type built struct {
	form, po  string
	cross     bool   // prefixes of the stem can be added
	prefixes  []flag // and those of a suffix
	circumfix bool   // it needs a prefix that is of a circumfix, too
	needs     bool   // it is no word without another affix
}

// expand yields the forms of a stem: with at most two suffixes, one after the other, and one prefix. It is the specification
// of dictionary, which undoes rules instead.
func (a *affixes) expand(word string, own kind, yield func(form, po string)) {
	all := []built{{form: word, po: own.po, cross: true, needs: a.is(own.flags, "NEEDAFFIX")}}
	suffix := func(of built, flags []flag) {
		for _, f := range flags {
			for i := range a.suffixes[f] {
				if r := &a.suffixes[f][i]; r.suits([]byte(of.form), a.fullStrip) {
					next := built{
						form: of.form[:len(of.form)-len(r.strip)] + r.add, po: of.po, cross: of.cross && r.cross, prefixes: r.next,
						circumfix: of.circumfix || a.is(r.next, "CIRCUMFIX"), needs: a.is(r.next, "NEEDAFFIX"),
					}
					if r.po != "" {
						next.po = r.po
					}
					all = append(all, next)
				}
			}
		}
	}
	suffix(all[0], own.flags)
	for _, once := range slices.Clone(all[1:]) {
		suffix(once, once.prefixes)
	}
	for _, w := range all {
		if !w.needs && !w.circumfix {
			yield(w.form, w.po)
		}
		for i, f := range slices.Concat(own.flags, w.prefixes) {
			for k := range a.prefixes[f] {
				r := &a.prefixes[f][k]
				crosses := i >= len(own.flags) || w.cross && (r.cross || w.form == word)
				if crosses && w.circumfix == a.is(r.next, "CIRCUMFIX") && r.suits([]byte(w.form), a.fullStrip) && !a.is(r.next, "NEEDAFFIX") {
					yield(r.add+w.form[len(r.strip):], w.po)
				}
			}
		}
	}
}

// forms returns what all forms of a dictionary can be, as text has them: lemmas and "po:".
func (d *dictionary) forms() map[string][]string {
	all := map[string][]string{}
	for _, page := range d.stems.pages {
		for at := 0; at < len(page); {
			r := readRecord(page[at:])
			at += len(r)
			word := string(r.form())
			d.expand(word, d.kinds[r.tags()], func(form, po string) {
				form = d.written.Replace(form)
				if own := r.lemma(word) + " " + po; form != "" && len(form) <= longest && !slices.Contains(all[form], own) {
					all[form] = append(all[form], own)
				}
			})
		}
	}
	return all
}

// undone returns what a dictionary finds about a form.
func (d *dictionary) undone(form string) (all []string) {
	for _, w := range d.ways(form) {
		if own := w.lemma + " " + w.po; !slices.Contains(all, own) {
			all = append(all, own)
		}
	}
	return all
}

// TestRulesAreUndone: of small random dictionaries, whatever their rules are, all words have the stems that they can be made
// of, in the order of making them. PARSER_DICTIONARY=FILE.dic tests all forms of another dictionary.
func TestRulesAreUndone(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	letters := func(most int) string {
		b := make([]byte, r.IntN(most+1))
		for i := range b {
			b[i] = "ab"[r.IntN(2)]
		}
		return string(b)
	}
	flags := func() string {
		text := ""
		for range 1 + r.IntN(4) {
			text += string("ABCDEFNC"[r.IntN(8)])
		}
		return text
	}
	field := func() string { return []string{"", "", " po:noun", " po:verb"}[r.IntN(4)] }
	slashed := func(text string) string {
		if own := flags(); own != "" {
			return text + "/" + own
		}
		return text
	}
	found := 0
	for range 500 {
		aff := "SET UTF-8\nNEEDAFFIX N\nCIRCUMFIX C\n"
		if r.IntN(3) == 0 {
			aff += "FULLSTRIP\n"
		}
		if r.IntN(3) == 0 {
			aff += "OCONV 2\nOCONV ab c\nOCONV b d\n"
		}
		for _, f := range "ABDEF" {
			rules, name := 1+r.IntN(3), []string{"SFX", "SFX", "PFX"}[r.IntN(3)]
			aff += fmt.Sprintf("%s %c %c %d\n", name, f, "YN"[r.IntN(2)], rules)
			for range rules {
				orZero := func(text string) string { return text + "0"[:max(0, 1-len(text))] }
				condition := []string{".", "a", "[ab]", "[^a]", ".b"}[r.IntN(5)]
				aff += fmt.Sprintf("%s %c %s %s %s%s\n", name, f, orZero(letters(1)), slashed(orZero(letters(2))), condition, field())
			}
		}
		dic := "6\n"
		for range 6 {
			if word := letters(3); word != "" {
				dic += slashed(word) + field() + "\n"
			}
		}
		d := readDictionary(t, aff, dic)
		want := d.forms()
		found += len(want)
		for form := range want {
			require.Equal(t, want[form], d.undone(form), "%q of\n%s\n%s", form, aff, dic)
		}
		for n := range 1 << 9 { // all strings of up to eight letters, and few of them are forms
			form := strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("%b", n)[1:][:max(0, len(fmt.Sprintf("%b", n))-1)])
			require.Equal(t, want[form], d.undone(form), "%q of\n%s\n%s", form, aff, dic)
		}
	}
	require.Greater(t, found, 2000)
	if name := os.Getenv("PARSER_DICTIONARY"); name != "" {
		opened, err := open(name)
		require.NoError(t, err)
		d, forms := opened.(*dictionary), 0
		for form, want := range d.forms() {
			require.Equal(t, want, d.undone(form), form)
			forms++
		}
		t.Logf("%d stems, %d forms", d.len(), forms)
	}
}

func readDictionary(t *testing.T, aff, dic string) *dictionary {
	t.Helper()
	name := filepath.Join(t.TempDir(), "xx")
	require.NoError(t, os.WriteFile(name+".aff", []byte(aff), 0o600))
	require.NoError(t, os.WriteFile(name+".dic", []byte(dic), 0o600))
	opened, err := open(name + ".dic")
	require.NoError(t, err)
	return opened.(*dictionary)
}
