//go:build linux || darwin

package fetch

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// limitRoom limits the size of all files of this process, as on a disk that is full at that point.
func limitRoom(t *testing.T, bytes uint64) {
	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	limit.Cur = min(bytes, limit.Max)
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
}

// TestFullDisk from every byte of a file on: Get returns an error, and leaves nothing incomplete
// that looks whole; it succeeds when there is room again.
func TestFullDisk(t *testing.T) {
	if os.Getenv("PARSER_FULL") == "" { // go test writes files, too, so this runs in a process of its own
		program, err := os.Executable()
		require.NoError(t, err)
		child := exec.CommandContext(t.Context(), program, "-test.run=^TestFullDisk$")
		child.Env = append(os.Environ(), "PARSER_FULL=1")
		out, err := child.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	bank := toyTreebank()
	bank.Parts = bank.Parts[:1]
	g := speaks(t, func(file string) string {
		if file == LicenceName {
			return "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
		}
		return rawAnswers(toySentence)["length"]
	})
	const enough = 1 << 20
	room, err := uint64(0), error(nil)
	for ; room == 0 || err != nil; room++ {
		require.Less(t, room, uint64(enough))
		folder := filepath.Join(t.TempDir(), "xx")
		limitRoom(t, room)
		_, err = g.Get(t.Context(), bank, folder)
		limitRoom(t, enough)
		if err != nil {
			require.ErrorIs(t, err, syscall.EFBIG)
			require.Subset(t, []string{"train.conllu.part", "train.conllu.part.json", ManifestName + partial}, inFolder(t, folder), room)
			_, again := g.Get(t.Context(), bank, folder)
			require.NoError(t, again, room)
		}
		require.Equal(t, toySentence, text(t, folder, "train.conllu"))
		require.Equal(t, []string{ManifestName, "train.conllu"}, inFolder(t, folder), room)
	}
	require.Greater(t, room, uint64(len(toySentence)))

	server, from := start(t), t.TempDir()
	server.files["/xx-1.npz"] = weights
	require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(weights), 0o666))
	for _, g := range []*Getter{server.getter(), {From: from}} {
		for _, room := range []uint64{0, 1, 1000, uint64(len(weights)) - 1} {
			folder := t.TempDir()
			limitRoom(t, room)
			_, err := g.GetModel(t.Context(), toyModel(), folder)
			limitRoom(t, enough)
			require.ErrorIs(t, err, syscall.EFBIG)
			require.NoFileExists(t, filepath.Join(folder, "xx.npz"))
			_, err = g.GetModel(t.Context(), toyModel(), folder)
			require.NoError(t, err)
			require.Equal(t, weights, text(t, folder, "xx.npz"))
			require.Equal(t, []string{"downloaded", "xx.npz"}, inFolder(t, folder))
		}
	}
}
