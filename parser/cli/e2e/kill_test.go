//go:build unix

package e2e_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser"
)

// kills returns how often programs are to be killed; PARSER_KILLS=200 makes it many times.
func kills(t *testing.T) int {
	n := os.Getenv("PARSER_KILLS")
	if n == "" {
		return 3
	}
	many, err := strconv.Atoi(n)
	require.NoError(t, err)
	return many
}

// killing is a test that kills programs at random moments.
type killing struct {
	*testing.T
	random *rand.Rand
	left   int // kills to come
}

// run runs a program, or kills it within some time.
func (k *killing) run(c *exec.Cmd, within time.Duration) (killed bool) {
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	require.NoError(k, c.Start())
	if k.left > 0 {
		timer := time.AfterFunc(time.Duration(k.random.Float64()*float64(within)), func() { _ = c.Process.Kill() })
		defer timer.Stop()
	}
	if err := c.Wait(); err != nil {
		require.Equal(k, -1, c.ProcessState.ExitCode(), "%v: %s", c.Args, said.String())
		k.left--
		return true
	}
	return false
}

// lessonIn returns a training that resumes in a folder.
func lessonIn(home, lesson, model string) *exec.Cmd {
	bank := "testdata/en/dev.conllu"
	if strings.Contains(lesson, "in-order") {
		bank = "testdata/en/dev.mrg"
	}
	args := []string{"train", "--quiet", "--resume", "--train", bank, "--dev", bank, "--model", model}
	c := exec.Command("parser", append(args, strings.Fields(lesson)...)...)
	c.Dir, c.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	return c
}

// TestKilledAtTheEnd: a training that is killed while it removes its checkpoint leaves nothing that the next one, in the
// same place, could take for a checkpoint.
func TestKilledAtTheEnd(t *testing.T) {
	home, random := workplace(t), rand.New(rand.NewPCG(1, 2))
	model := filepath.Join(home, "m.npz")
	const longest = time.Millisecond // that removing takes
	for range kills(t) {
		c := lessonIn(home, "--scorer linear --epochs 2", "m.npz")
		require.NoError(t, c.Start())
		for _, err := os.Stat(model); err != nil; _, err = os.Stat(model) {
			time.Sleep(50 * time.Microsecond)
		}
		time.Sleep(time.Duration(random.Float64() * float64(longest)))
		_ = c.Process.Kill()
		_ = c.Wait()
		out, err := lessonIn(home, "--scorer linear --epochs 2", "m.npz").CombinedOutput()
		require.NoError(t, err, "%s", out)
		left, err := filepath.Glob(filepath.Join(home, "*m.npz.*"))
		require.NoError(t, err)
		require.Equal(t, []string{model + ".jsonl"}, left)
		require.NoError(t, os.Remove(model))
	}
}

// TestKilledTraining: a training that is killed at any moment leaves the older model as it was, and
// models that load. --resume goes on from there, and in the end writes the same model, byte for byte,
// as a training that was not killed.
func TestKilledTraining(t *testing.T) {
	lessons := []string{
		"--scorer linear --epochs 8",
		"--scorer neural --size small --epochs 2",
		"--scorer linear --epochs 3 --algorithm dagger --system in-order",
		"--scorer both --size small --epochs 2 --tag upos --jackknife 3",
	}
	k, ends, loaded := &killing{t, rand.New(rand.NewPCG(1, 1)), kills(t)}, 0, 0
	for i := 0; k.left > 0; i++ {
		lesson, home := lessons[i%len(lessons)], workplace(t)
		file := func(name string) []byte {
			data, err := os.ReadFile(filepath.Join(home, name))
			require.NoError(t, err)
			return data
		}
		train := func(model string) *exec.Cmd { return lessonIn(home, lesson, model) }
		begun := time.Now()
		out, err := train("whole.npz").CombinedOutput()
		require.NoError(t, err, "%s", out)
		took, older := time.Since(begun), []byte("an older model")
		for range min(k.left, 10) {
			require.NoError(t, os.WriteFile(filepath.Join(home, "m.npz"), older, 0o666))
			for k.run(train("m.npz"), took) {
				now := file("m.npz")
				require.True(t, bytes.Equal(older, now) || bytes.Equal(file("whole.npz"), now), "neither the older model nor the whole one")
				kept, err := filepath.Glob(filepath.Join(home, "m.npz.checkpoint", "*.npz"))
				require.NoError(t, err)
				for _, name := range kept {
					if filepath.Base(name) != "state.npz" {
						_, err := parser.Load(name)
						require.NoError(t, err)
						loaded++
					}
				}
			}
			require.True(t, bytes.Equal(file("whole.npz"), file("m.npz")), lesson)
			require.NoDirExists(t, filepath.Join(home, "m.npz.checkpoint"), "nothing is left of it")
			if ends++; k.left <= 0 {
				break
			}
		}
	}
	t.Logf("%d kills, %d trainings that came to their end, %d models on the way loaded", kills(t), ends, loaded)
}
