package shards

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzShard reads any text as a shard: it is refused, or printed and read back the same; and the
// shards of a list are its files, each once, with sizes that differ by at most one.
func FuzzShard(f *testing.F) {
	for _, text := range []string{"0/1", "15/16", "16/16", "-1/2", "1", "1/2/3", "+1/02", "0/99999999999999999999", "a/b"} {
		f.Add(text, 7)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		s, err := ParseShard(text)
		if err != nil {
			require.ErrorContains(t, err, "shard")
			return
		}
		again, err := ParseShard(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
		const most = 50
		if s.Count > most || n < 0 || n > most {
			return
		}
		var files []File
		for i := range n {
			files = append(files, File{Name: fmt.Sprint(i)})
		}
		var all []File
		for i := range s.Count {
			own := Shard{i, s.Count}.Of(files)
			require.True(t, n/s.Count <= len(own) && len(own) <= (n+s.Count-1)/s.Count)
			all = append(all, own...)
		}
		require.ElementsMatch(t, files, all)
	})
}

// FuzzRecord starts with any record in a folder of outputs: it belongs to this very job, or the job
// is refused and the record left unchanged.
func FuzzRecord(f *testing.F) {
	for _, text := range []string{`{"model":"m","digest":"d","options":["--beam=4"]}`,
		`{"model":"other","digest":"d","options":["--beam=4"]}`, `{"digest":"d"}`, "null", "",
		`{"digest":"d","options":["--beam=4"],"more":1}`, `{"digest":"d","options":["--beam=4"]} {`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		name := filepath.Join(dir, recordName)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		own := &Record{Model: "m", Digest: "d", Options: []string{"--beam=4"}}
		if err := own.claim(dir, nil); err != nil {
			require.ErrorIs(t, err, ErrOther)
		} else {
			require.True(t, strings.Contains(text, "d") && strings.Contains(text, "beam"), text)
		}
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, text, string(after))
		require.NoError(t, (&Record{Digest: "e"}).claim(t.TempDir(), nil))
	})
}
