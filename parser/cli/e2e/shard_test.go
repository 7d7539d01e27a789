//go:build unix

package e2e_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// killedJob is a job that is parsed in shards by programs that are killed.
type killedJob struct {
	home string
	want map[string]string // outputs of an undisturbed run
	took time.Duration     // which that took
}

func (j *killedJob) command(args ...string) *exec.Cmd {
	c := exec.Command("parser", args...)
	c.Dir, c.Env = j.home, []string{"HOME=" + j.home, "PATH=" + os.Getenv("PATH")}
	return c
}

// parse parses a shard by programs that are killed at random moments, until one comes to its end before.
func (j *killedJob) parse(out, shard string, random *rand.Rand) (kills int, err error) {
	for {
		c := j.command("parse", "--model", "m.npz", "--threads", "1", "--out", out, "--shard", shard, "in")
		var said strings.Builder
		c.Stderr = &said
		if err := c.Start(); err != nil {
			return kills, err
		}
		if random != nil {
			most := j.took / 10 * time.Duration(5+kills) // ever longer, so that a slow machine comes to an end
			time.Sleep(time.Duration(random.Int64N(int64(most))))
			_ = c.Process.Kill() // for which it may be too late
		}
		switch err := c.Wait(); {
		case err == nil:
			return kills, nil
		case c.ProcessState.ExitCode() >= 0:
			return kills, fmt.Errorf("%w: %s", err, said.String())
		}
		kills++
		if err := j.check(out); err != nil {
			return kills, err
		}
	}
}

// check finds out that outputs which have their names are complete.
func (j *killedJob) check(out string) error {
	got, err := j.outputs(out)
	for name, text := range got {
		if filepath.Ext(name) != ".part" && text != j.want[name] {
			return fmt.Errorf("%s has %d bytes of %d, or others", name, len(text), len(j.want[name]))
		}
	}
	return err
}

// outputs returns the texts of all files by their names.
func (j *killedJob) outputs(out string) (map[string]string, error) {
	found, dir := map[string]string{}, filepath.Join(j.home, out)
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && entry.IsDir() {
			return nil // another program gives files their names at the same time
		}
		text, readErr := os.ReadFile(name)
		if err == nil && readErr == nil {
			found[strings.TrimPrefix(name, dir+string(filepath.Separator))] = string(text)
		}
		return err
	})
	return found, err
}

// TestKilledShards: programs that parse shards of a job at the same time, and are killed at random moments and
// started again, write together what an undisturbed one writes. PARSER_KILLS is how many kills there are at least.
func TestKilledShards(t *testing.T) {
	least := kills(t)
	j := &killedJob{home: workplace(t)}
	said, err := j.command("train", "--quiet", "--scorer", "linear", "--epochs", "1", "--model", "m.npz").CombinedOutput()
	require.NoError(t, err, "%s", said)
	text, err := os.ReadFile("testdata/en/dev.conllu")
	require.NoError(t, err)
	for i := range 30 {
		name := filepath.Join(j.home, "in", strconv.Itoa(i%3), fmt.Sprintf("%d.conllu", i))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(strings.Repeat(string(text), 1+i%5)), 0o666))
	}
	began := time.Now()
	_, err = j.parse("want", "0/1", nil)
	require.NoError(t, err)
	j.took = time.Since(began)
	j.want, err = j.outputs("want")
	require.NoError(t, err)
	require.Len(t, j.want, 31, "with what says who made them")

	kills, rounds := 0, 0
	for ; kills < least; rounds++ {
		seed := uint64(time.Now().UnixNano())
		require.NoError(t, os.RemoveAll(filepath.Join(j.home, "out")))
		const count = 3
		var group sync.WaitGroup
		var killed [count]int
		var errs [count]error
		for i := range count {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			group.Go(func() { killed[i], errs[i] = j.parse("out", fmt.Sprintf("%d/%d", i, count), random) })
		}
		group.Wait()
		for i := range count {
			require.NoError(t, errs[i], "seed %d", seed)
			kills += killed[i]
		}
		require.NoError(t, j.check("out"), "seed %d", seed)
		got, err := j.outputs("out")
		require.NoError(t, err)
		require.Len(t, got, len(j.want), "seed %d: nothing is missing, and nothing is left over", seed)
	}
	t.Logf("%d kills of %d jobs; undisturbed, one takes %v", kills, rounds, j.took)
}
