//go:build linux

package e2e_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// chaos is many programs at work at the same time, which are killed at random moments, on a disk
// that is full now and then.
type chaos struct {
	*testing.T
	home     string
	models   [][]byte // what each of the lessons comes to
	parses   [][]byte // what each of the models makes of the text
	begun    time.Time
	until    time.Time
	patience time.Duration // within which programs are killed
	mutex    sync.Mutex
	counts   map[string]int
	most     map[string][4]int64 // memory of programs of a kind in the quarters of the time, in MB
}

// chaosLessons are what is trained.
var chaosLessons = []string{
	"--scorer linear --epochs 6",
	"--scorer neural --size small --epochs 1",
	"--scorer linear --epochs 2 --algorithm v-dagger",
	"--scorer linear --epochs 2 --tag upos --jackknife 3",
}

// TestWeekInAnHour: whatever happens, no model is lost, no output is wrong, and memory does not
// grow. It takes a few seconds by default. PARSER_CHAOS sets a longer time; the test then runs 24
// workers, and fills the disk of TMPDIR if that is small enough to be there for the purpose.
func TestWeekInAnHour(t *testing.T) {
	long, err := time.ParseDuration(cmp.Or(os.Getenv("PARSER_CHAOS"), "1s"))
	require.NoError(t, err)
	c := &chaos{T: t, home: workplace(t), counts: map[string]int{}, most: map[string][4]int64{}}
	workers, lessons := 3, chaosLessons[:1]
	if long > time.Minute {
		workers, lessons = 24, chaosLessons
	}
	for i, lesson := range lessons {
		model := filepath.Join(c.home, fmt.Sprintf("lesson%d.npz", i))
		said, err := c.command("train", append([]string{"--model", model}, strings.Fields(lesson)...)...).CombinedOutput()
		require.NoError(t, err, "%s", said)
		c.models = append(c.models, c.read(model))
		parsed, err := c.command("parse", "--model", model, "testdata/en/dev.conllu").Output()
		require.NoError(t, err)
		c.parses = append(c.parses, parsed)
	}
	c.begun, c.patience = time.Now(), time.Duration(workers)*time.Second
	c.until = c.begun.Add(long)
	var group sync.WaitGroup
	group.Go(c.fill)
	for i := range workers {
		random := rand.New(rand.NewPCG(uint64(c.begun.UnixNano()), uint64(i)))
		group.Go(func() {
			for own := filepath.Join(c.home, fmt.Sprint("worker", i)); time.Now().Before(c.until) && !c.Failed(); {
				jobs := []func(string, *rand.Rand) error{c.train, c.parse, c.shards}
				if err := jobs[random.IntN(len(jobs))](own, random); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for _, what := range slices.Sorted(maps.Keys(c.counts)) {
		t.Logf("%s: %d", what, c.counts[what])
	}
	for _, what := range slices.Sorted(maps.Keys(c.most)) {
		t.Logf("memory of %s in each quarter of the time: %d MB", what, c.most[what])
	}
}

func (c *chaos) command(name string, args ...string) *exec.Cmd {
	if name == "train" {
		args = append([]string{"--quiet", "--train", "testdata/en/dev.conllu", "--dev", "testdata/en/dev.conllu"}, args...)
	}
	p := exec.Command("parser", append([]string{name}, args...)...)
	p.Dir, p.Env = c.home, []string{"HOME=" + c.home, "PATH=" + os.Getenv("PATH"), "GOMAXPROCS=2"}
	return p
}

func (c *chaos) read(name string) []byte {
	data, err := os.ReadFile(name)
	require.NoError(c, err)
	return data
}

func (c *chaos) count(what string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.counts[what]++
}

// errDisturbed is that of a program that was killed, or that found the disk full.
var errDisturbed = errors.New("disturbed")

// run runs a program and kills it half of the time. It returns errDisturbed if the program was
// killed or found the disk full; any other error is a failure of the test.
func (c *chaos) run(random *rand.Rand, name string, args ...string) error {
	p := c.command(name, args...)
	var said bytes.Buffer
	p.Stdout, p.Stderr = io.Discard, &said
	if err := p.Start(); err != nil {
		return err
	}
	if random.IntN(2) == 0 {
		x := random.Float64() // mostly soon, since some programs are
		defer time.AfterFunc(time.Duration(x*x*x*float64(c.patience)), func() { _ = p.Process.Kill() }).Stop()
	}
	err := p.Wait()
	c.mutex.Lock()
	quarter := min(3, int(4*time.Since(c.begun)/c.until.Sub(c.begun)))
	most := c.most[name]
	most[quarter] = max(most[quarter], p.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10)
	c.most[name] = most
	c.mutex.Unlock()
	switch {
	case err == nil:
		c.count(name + " done")
		return nil
	case p.ProcessState.ExitCode() < 0:
		c.count(name + " killed")
		return errDisturbed
	case strings.Contains(said.String(), syscall.ENOSPC.Error()):
		c.count(name + " found the disk full")
		return errDisturbed
	}
	return fmt.Errorf("%s %q: %w: %s", name, args, err, said.String())
}

// train trains a model that replaces an older one, and resumes the training until it completes.
func (c *chaos) train(own string, random *rand.Rand) error {
	model := own + ".npz"
	before, err := os.ReadFile(model)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	i := random.IntN(len(c.models))
	for {
		err := c.run(random, "train", append([]string{"--resume", "--model", model}, strings.Fields(chaosLessons[i])...)...)
		now, failed := os.ReadFile(model)
		switch {
		case err == nil && bytes.Equal(now, c.models[i]):
			return nil
		case err == nil:
			return fmt.Errorf("%s: not the model of an undisturbed training", chaosLessons[i])
		case !errors.Is(err, errDisturbed):
			return err
		case before == nil && errors.Is(failed, os.ErrNotExist) || bytes.Equal(now, before) || bytes.Equal(now, c.models[i]):
		default:
			return fmt.Errorf("%s: the older model is lost", chaosLessons[i])
		}
		if time.Now().After(c.until) { // leave it unfinished
			return os.RemoveAll(model + ".checkpoint")
		}
	}
}

// parse parses a file into another.
func (c *chaos) parse(own string, random *rand.Rand) error {
	i, out := random.IntN(len(c.models)), own+".conllu"
	_ = os.Remove(out)
	err := c.run(random, "parse", "--model", fmt.Sprintf("lesson%d.npz", i), "-o", out, "testdata/en/dev.conllu")
	parsed, failed := os.ReadFile(out)
	switch {
	case err != nil && !errors.Is(err, errDisturbed):
		return err
	case err != nil && errors.Is(failed, os.ErrNotExist) || bytes.Equal(parsed, c.parses[i]):
		return nil
	}
	return fmt.Errorf("%d bytes of %d parsed, %w", len(parsed), len(c.parses[i]), cmp.Or(err, failed))
}

// shards parses some files, until all are there.
func (c *chaos) shards(own string, random *rand.Rand) error {
	i, in, out := random.IntN(len(c.models)), own+".in", own+".out"
	defer os.RemoveAll(out)
	if err := os.MkdirAll(in, 0o777); err != nil {
		return nil // a full disk
	}
	for n := range 3 {
		_ = os.Symlink(filepath.Join(c.home, "testdata/en/dev.conllu"), filepath.Join(in, fmt.Sprintf("%d.conllu", n)))
	}
	files, err := filepath.Glob(in + "/*")
	if err != nil || len(files) == 0 {
		return err
	}
	for time.Now().Before(c.until) {
		err := c.run(random, "parse", append([]string{"--model", fmt.Sprintf("lesson%d.npz", i), "--out", out, "--shard", "0/1"}, files...)...)
		if err != nil && !errors.Is(err, errDisturbed) {
			return err
		}
		parsed, failed := filepath.Glob(out + "/*.conllu")
		if failed != nil {
			return failed
		}
		for _, name := range parsed {
			if data, failed := os.ReadFile(name); failed != nil || !bytes.Equal(data, c.parses[i]) {
				return fmt.Errorf("%s: %d bytes of %d, %w", name, len(data), len(c.parses[i]), failed)
			}
		}
		if err == nil {
			if len(parsed) != len(files) {
				return fmt.Errorf("%d of %d files are parsed", len(parsed), len(files))
			}
			return nil
		}
	}
	return nil
}

// fill fills the disk for some seconds now and then, if it is small.
func (c *chaos) fill() {
	var disk syscall.Statfs_t
	require.NoError(c, syscall.Statfs(c.home, &disk))
	if disk.Blocks*uint64(disk.Bsize) > 1<<30 {
		return
	}
	ctx, cancel := context.WithDeadline(context.Background(), c.until)
	defer cancel()
	wait := func(d time.Duration) bool {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(d):
			return true
		}
	}
	for name, block := filepath.Join(c.home, "filler"), make([]byte, 1<<16); wait(20 * time.Second); {
		f, err := os.Create(name)
		for err == nil {
			_, err = f.Write(block)
		}
		c.count("the disk was filled")
		wait(3 * time.Second)
		f.Close()
		os.Remove(name)
	}
}
