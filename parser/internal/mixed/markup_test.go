package mixed_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/parser/internal/mixed"
	"parser/parser/internal/segment/signs"
	"parser/parser/text"
)

// shown is what the signs of a file say, with the language of each run.
type shown struct {
	language string
	signs    []signs.Sign
}

func signsOf(t *testing.T, from signs.Reader, f *textfile.Reader) (all []signs.Sign) {
	for {
		c, err := from.Next(f)
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, c)
	}
}

// markedUp returns the runs of a file with markup.
func markedUp(t *testing.T, file, markup string) (all []shown) {
	r := reader(t, open(file), mixed.Options{Text: text.Options{Markup: markup}})
	lines := 0
	for {
		u, err := r.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		require.Equal(t, lines, u.Lines)
		f, err := u.File()
		require.NoError(t, err)
		of := signsOf(t, u.Signs(), f)
		for _, c := range of {
			if c.File == '\n' {
				lines++
			}
		}
		all = append(all, shown{u.Language, of})
	}
}

// checkMarkedUp checks that the runs have the signs of the whole file, and that neighbours have different languages.
func checkMarkedUp(t *testing.T, file, markup string) []shown {
	from, err := signs.Markup(text.Options{Markup: markup})
	require.NoError(t, err)
	want, all := signsOf(t, from, open(file)), markedUp(t, file, markup)
	var got []signs.Sign
	for i, u := range all {
		require.True(t, i == 0 || u.language != all[i-1].language, "%q", file)
		got = append(got, u.signs...)
	}
	require.Equal(t, want, got, "%q", file)
	return all
}

// TestMarkup cuts pages where what they show changes its language, not where their lines end, and leaves tags out of account.
func TestMarkup(t *testing.T) {
	wrapped := strings.ReplaceAll(strings.TrimSpace(danish), " ", "\n")
	for _, c := range []struct {
		markup, file string
		want         []string
	}{
		{
			text.HTML,
			"<html lang=ru><title>x</title><p>" + english + "<p>" + wrapped + "</p><!-- " + russian + " --><ul><li>" + russian + "</ul>",
			[]string{"en", "da", "ru"},
		},
		{text.HTML, "<p>" + english + "<br>" + wrapped + "<br>\n\n" + wrapped, []string{"en", "da"}},
		{text.HTML, "<script>" + strings.Repeat(russian, 9) + "</script><p>" + english, []string{"en"}},
		{text.HTML, "<p>&nbsp;</p>", []string{""}},
		{text.Markdown, "# " + english + "\n> " + danish + "\n```\n" + russian + "```\n", []string{"en", "da"}},
		{text.HTML, "", nil},
	} {
		var got []string
		for _, u := range checkMarkedUp(t, c.file, c.markup) {
			got = append(got, u.language)
		}
		require.Equal(t, c.want, got, "%q", c.file)
	}
	_, err := mixed.NewReader(open(""), mixed.Options{Text: text.Options{Markup: "roff"}})
	require.ErrorContains(t, err, `no markup "roff"`)
}

func FuzzMarkup(f *testing.F) {
	f.Add("<p>"+english+"<p>"+danish+"<pre>\n"+russian, true)
	f.Add("* "+english+"\n  "+danish+"\n\n\xff&amp;", false)
	f.Add("<p>"+strings.Repeat(english, 300)+danish, true)
	f.Fuzz(func(t *testing.T, file string, isHTML bool) {
		if isHTML && strings.Contains(file, "charset") {
			return // which changes what its bytes are
		}
		checkMarkedUp(t, file, map[bool]string{true: text.HTML, false: text.Markdown}[isHTML])
	})
}
