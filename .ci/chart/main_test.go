package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const head = "system\twords/s\tLAS from raw text\tUAS from words\tLAS from words\tscores\n"

// TestPicture: the picture in the pages is that of the table beside it.
func TestPicture(t *testing.T) {
	folder := filepath.Join("..", "..", "parser", "docs", "pictures")
	table, err := os.Open(filepath.Join(folder, "peers.tsv"))
	if os.IsNotExist(err) {
		require.NoFileExists(t, filepath.Join(folder, "peers.svg"))
		t.Skip("the table, which .ci/peers makes, is not there yet")
	}
	require.NoError(t, err)
	defer table.Close()
	var got bytes.Buffer
	require.NoError(t, draw(table, &got))
	want, err := os.ReadFile(filepath.Join(folder, "peers.svg"))
	require.NoError(t, err)
	require.Equal(t, string(want), got.String(), "go run ./.ci/chart <peers.tsv >peers.svg, in parser/docs/pictures")
}

// TestDraw: speeds have bars in proportion, scores dots, and what is missing neither.
func TestDraw(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, draw(strings.NewReader(head+"parser a\t30000\t87.5\t-\t-\tdev\nb & c\t7500\t-\t-\t-\tanother scheme\nd\t-\t50\t-\t-\ttest\n# why\n"), &b))
	picture := b.String()
	for _, want := range []string{
		`class="bar" x="160" y="60" width="110.0"`, `class="other" x="160" y="90" width="27.5"`, `>30,000<`, `>b &amp; c<`, `>another scheme<`, `>not measured<`,
		`<circle class="published" cx="350.0"`, `>87.5<`, `>why<`, `b &amp; c: 7,500 words/s, LAS none that compares (another scheme).`,
	} {
		require.Contains(t, picture, want)
	}
	require.Equal(t, 2, strings.Count(picture, "<circle"))
	require.Equal(t, 2, strings.Count(picture, "<rect"))
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

// TestRead: malformed tables are refused, with their line.
func TestRead(t *testing.T) {
	for table, want := range map[string]string{
		head: "there are no systems", head + "a\t1\n": "line 2 has 2 columns, not 6", head + "a\tfast\t-\t-\t-\t-\n": `line 2: "fast" is no figure`,
		head + "a\t-3\t-\t-\t-\t-\n": `"-3" is no figure above 0`, head + "a\tNaN\t-\t-\t-\t-\n": `"NaN" is no figure above 0`, "": "there are no systems",
	} {
		require.ErrorContains(t, draw(strings.NewReader(table), io.Discard), want)
	}
}
