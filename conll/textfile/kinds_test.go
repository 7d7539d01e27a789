package textfile

import (
	"archive/zip"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// zipOf returns an archive of an empty file.
func zipOf(t *testing.T, name string) string {
	var out strings.Builder
	z := zip.NewWriter(&out)
	_, err := z.Create(name)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.String()
}

// Files that are no text are called what they are, with what to do; also where they come byte by byte, and compressed.
func TestKinds(t *testing.T) {
	for in, want := range map[string]string{
		"%PDF-1.4\n%\xe2\xe3":                  "it is a PDF document, not text; make text of it with: pdftotext f -",
		"{\\rtf1\\ansi x}":                     "it is a document in RTF, not text; make text of it with: pandoc -t plain f",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00": "it is a document of Microsoft Office (.doc, .xls, .ppt), not text; save it as text, or as .docx",
		zipOf(t, "[Content_Types].xml"):        "it is a document of Microsoft Office (.docx, .xlsx, .pptx), not text; make text of it with: pandoc -t plain f",
		zipOf(t, "mimetype"):                   "it is a document (.odt, .epub), not text; make text of it with: pandoc -t plain f",
		zipOf(t, "meta.npy"):                   "it is a model, or other arrays, not text; a model is named by --model f",
		zipOf(t, "a.conllu"):                   "it is a zip archive, not text; unpack it first, as with: unzip -p f",
		"PK\x03\x04":                           "it is a zip archive, not text; unpack it first, as with: unzip -p f",
		"\x89PNG\r\n\x1a\n\x00":                "it is a picture (PNG), not text; a program for optical character recognition may find text in it",
		"RIFF\x10\x00\x00\x00WAVEfmt ":         "it is a sound (WAVE), not text; a program for speech recognition may find text in it",
		"SQLite format 3\x00":                  "it is an SQLite database, not text; give its text",
		"\x7fELF\x02":                          "it is a program, not text; give its text",
		"a.txt" + strings.Repeat("\x00", 252) + "ustar\x0000": "it is a tar archive, not text; unpack it first",
	} {
		for _, r := range []io.Reader{strings.NewReader(in), strings.NewReader(packed(t, in)), iotest.OneByteReader(strings.NewReader(in))} {
			_, err := New(r, "f")
			if strings.Contains(want, "tar archive") && err == nil {
				continue // not all of the place where it shows has arrived
			}
			require.EqualError(t, err, "f: "+want)
		}
	}
	_, err := New(strings.NewReader("%PDF-1.4"), "stdin")
	require.EqualError(t, err, "stdin: it is a PDF document, not text; make text of it with: pdftotext FILE -")
}

// What begins like another kind is text, and no more of it is waited for than may matter.
func TestTextOfNoOtherKind(t *testing.T) {
	for _, text := range []string{"", "%PDF", "%/NN", "{\\rt", "PK\n", "PAR\n", "BZ/NN\n", "BZh9\n", "BZh91AY&SX",
		"RIFF abc WAVY", "MZ ist\n", "GIF 89a\n", "LZIP\n", "ID3 \n", "7z a\n"} {
		r, err := New(io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(io.ErrNoProgress)), "f")
		require.NoError(t, err, text)
		got, err := io.ReadAll(r)
		require.ErrorIs(t, err, io.ErrNoProgress)
		require.Equal(t, text, string(got))
	}
}
