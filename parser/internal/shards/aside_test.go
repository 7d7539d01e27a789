package shards

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/atomicfile"
)

// What a killed run has left is removed by the next one with the same files; what others write, or
// have there, is not.
func TestLeftoversAreRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // open files are as good as locked there
	}
	t.Chdir(t.TempDir())
	long := strings.Repeat("l", 250)
	write(t, "in/a.txt", "in/b.txt", "in/"+long)
	write(t, "out/.a.up.17.part", "out/.a.up.part", "out/.a.up.x.17.part", "out/.a.txt.17.part", "out/.b.up.4.part",
		"out/.b.up.5", "out/."+recordName+".6.part", "out/."+long[:200]+".3.part")
	alive, err := atomicfile.Create("out/a.up")
	require.NoError(t, err)
	files, err := List("out", []string{"in"}, nil, "")
	require.NoError(t, err)
	for i := range files {
		files[i].Output = strings.Replace(files[i].Output, ".txt", ".up", 1)
	}
	sum, err := (&Job{Dir: "out", Shard: Shard{0, 2}}).Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, 2, sum.Parsed)
	_, err = alive.WriteString("by another run")
	require.NoError(t, err)
	require.NoError(t, alive.Commit())
	alive.Close()
	require.Equal(t, map[string]string{
		"a.up": "by another run", long: "IN/" + strings.ToUpper(long),
		".a.up.part": "out/.a.up.part", ".a.up.x.17.part": "out/.a.up.x.17.part", ".a.txt.17.part": "out/.a.txt.17.part",
		".b.up.4.part": "out/.b.up.4.part", ".b.up.5": "out/.b.up.5",
	}, tree(t, "out"))
}

// Many runs on the same files at the same time do no harm.
func TestRunsAtTheSameTime(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 30 {
		write(t, fmt.Sprintf("in/%d.txt", i))
	}
	files := listed(t, "in")
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		group.Go(func() {
			_, errs[i] = (&Job{Dir: "out"}).Run(t.Context(), files, func(ctx context.Context, name string, w io.Writer) (Counts, error) {
				runtime.Gosched()
				return shout(ctx, name, w)
			})
		})
	}
	group.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	got := tree(t, "out")
	require.Len(t, got, len(files))
	for _, f := range files {
		require.Equal(t, strings.ToUpper(f.Name), got[filepath.ToSlash(f.Output)])
	}
	_, err := os.Stat("out/" + recordName)
	require.NoError(t, err)
}
