package cli

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A model of a system that this program lacks is no mistake in the command line, and neither is
// a file without sentences.
func TestStatusOfWhatIsRead(t *testing.T) {
	name := trained(t, "arc-hybrid")
	parts, err := zip.OpenReader(name)
	require.NoError(t, err)
	defer parts.Close()
	other := filepath.Join(t.TempDir(), "other.npz")
	out, err := os.Create(other)
	require.NoError(t, err)
	w := zip.NewWriter(out)
	for _, f := range parts.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		part, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		require.NoError(t, err)
		_, err = part.Write(bytes.ReplaceAll(text, []byte(`"arc-hybrid"`), []byte(`"arc-future"`)))
		require.NoError(t, err)
	}
	require.NoError(t, errors.Join(w.Close(), out.Close()))
	r := run(t, sentence, "parse", "--model", other)
	require.Equal(t, statusModel, r.status, r.stderr)
	require.Contains(t, r.stderr, `"arc-future"`)
	require.Equal(t, result{statusFailed, "", "parser: stdin: no sentences\n"}, run(t, "", "oracle", "-"))
}
