//go:build unix

package cli

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
)

// habit says what a command reads and writes, by arguments in a folder as [desk] makes it: PIPE is what it reads and
// never gets, OUT what it writes.
type habit struct {
	reads  []string
	passes []string // does not read: it opens what is a regular file only
	writes []string
	why    string // it reads, or writes, nothing that a user names
}

const toScreen = "the standard output"

// habits has every command; see TestHabitsOfAllCommands.
func habits() map[string]habit {
	const train = "train --train PIPE --scorer linear --epochs 1 --model OUT"
	return map[string]habit{
		"train": {
			reads: []string{
				train, train + " --resume", "train --train dev.conllu --dev PIPE --scorer linear --model OUT",
				"train --train dev.conllu --vectors PIPE --model OUT", "train --train dev.conllu --pipeline --lexicon PIPE --model OUT",
			},
			writes: []string{
				"train -q --train dev.conllu --scorer linear --epochs 1 --model OUT", "train -q --resume --train dev.conllu --scorer linear --epochs 1 --model OUT",
				"train -q --train dev.conllu --scorer linear --epochs 1 --model own.npz --examples OUT",
			},
		},
		"pretrain": {
			reads: []string{"pretrain --text PIPE --out OUT", "pretrain --text PIPE --segmenter rule --resume --out OUT"},
			writes: []string{
				"pretrain -q --text text.txt --segmenter rule --size small --epochs 1 --out OUT",
				"pretrain -q --resume --text text.txt --segmenter rule --size small --epochs 1 --out OUT",
			},
		},
		"silver": {
			reads: []string{
				"silver --model english --text PIPE -o OUT", "silver --model english --text text.txt --but PIPE",
				"silver --model english --words 10 --text PIPE",
			},
			writes: []string{"silver -q --model english --least-confidence 0 --text text.txt -o OUT"},
		},
		"parse": {
			reads: []string{
				"parse --model m.npz PIPE -o OUT", "parse --lang english --text PIPE", "parse --model m.npz --out folder PIPE",
				"parse --lang english --format vertical PIPE",
			},
			writes: []string{"parse -q --model m.npz dev.conllu -o OUT"},
		},
		"serve": {
			reads: []string{"serve --lang english --addr 127.0.0.1:0 --token-file PIPE", "serve --lang english --pipe"},
			why:   toScreen,
		},
		"tag": {
			reads:  []string{"tag --model tags.npz PIPE -o OUT", "tag --field upos --jackknife 2 PIPE -o OUT"},
			writes: []string{"tag -q --model tags.npz dev.conllu -o OUT", "tag -q --field upos --jackknife 2 --epochs 1 dev.conllu -o OUT"},
		},
		"tokenize": {
			reads:  []string{"tokenize PIPE -o OUT", "tokenize --segmenter rule PIPE", "tokenize --format vertical --out folder PIPE"},
			writes: []string{"tokenize -q text.txt -o OUT"},
		},
		"bench":    {reads: []string{"bench --model m.npz PIPE"}, why: toScreen},
		"eval":     {reads: []string{"eval PIPE dev.conllu", "eval dev.conllu PIPE"}, writes: []string{"eval --reliability OUT dev.conllu sure.conllu"}},
		"compare":  {reads: []string{"compare PIPE dev.conllu dev.conllu", "compare dev.conllu dev.conllu PIPE"}, why: toScreen},
		"validate": {reads: []string{"validate PIPE"}, why: toScreen},
		"stats":    {reads: []string{"stats PIPE"}, why: toScreen},
		"get":      {reads: []string{"get --list PIPE", "get --list PIPE da"}, why: "what it downloads"},
		"get model": {
			reads:  []string{"get model --list PIPE"},
			passes: []string{"get model --list models.tsv --from . piped", "get model --list models.tsv --from mirror pipe"},
			writes: []string{"get model -q --list models.tsv --from mirror out"},
		},
		"get encoder": {why: "what it downloads"},
		"extract":     {reads: []string{"extract triples PIPE", "extract --lang english --text triples PIPE"}, why: toScreen},
		"identify":    {reads: []string{"identify PIPE", "identify --by document PIPE"}, why: toScreen},
		"search":      {reads: []string{"search {} PIPE", "search --lang english --text {} PIPE"}, why: toScreen},
		"convert":     {reads: []string{"convert --to text PIPE", "convert dev.mrg PIPE"}, why: toScreen},
		"draw":        {reads: []string{"draw PIPE", "draw --gold PIPE dev.conllu"}, why: toScreen},
		"align":       {reads: []string{"align PIPE", "align --trees PIPE dev.amr"}, why: toScreen},
		"trace":       {reads: []string{"trace --model m.npz PIPE", "trace --model m.npz --gold PIPE dev.conllu"}, why: toScreen},
		"ablate":      {reads: []string{"ablate --train PIPE --dev dev.conllu --epochs 1", "ablate --train dev.conllu --dev PIPE --epochs 1"}, why: toScreen},
		"table":       {writes: []string{"table templates -q --learner perceptron --seeds 1 --epochs 1 --sentences 15 --out OUT"}, why: "treebanks in folders"},
		"model":       {why: "its commands do"},
		"model info":  {passes: []string{"model info PIPE"}, why: toScreen},
		"model list":  {passes: []string{"model list"}, why: toScreen}, // in whose folder the pipe is
		"model use":   {passes: []string{"model use pipe"}, writes: []string{"model use m"}},
		"model pack":  {passes: []string{"model pack PIPE OUT"}, writes: []string{"model pack m.npz OUT"}},
		"model calibrate": {
			reads: []string{"model calibrate --dev PIPE m.npz OUT"}, writes: []string{"model calibrate --dev dev.conllu m.npz OUT"},
		},
		"model vectors": {passes: []string{"model vectors PIPE OUT"}, writes: []string{"model vectors pre.npz OUT"}},
		"completion":    {why: toScreen},
		"man":           {writes: []string{"man pages"}, why: "nothing is read"},
		"help":          {why: toScreen},
	}
}

// TestHabitsOfAllCommands: a new command is tried as all others are, or says why not.
func TestHabitsOfAllCommands(t *testing.T) {
	all := habits()
	var walk func(before string, commands []*urfave.Command)
	walk = func(before string, commands []*urfave.Command) {
		for _, c := range commands {
			name := before + c.Name
			h, known := all[name]
			require.True(t, known, "habits lacks the command %s", name)
			require.True(t, h.why != "" || len(h.reads)+len(h.passes) > 0 && len(h.writes) > 0, "%s: reads, writes, or why", name)
			for _, args := range slices.Concat(h.reads, h.passes, h.writes) {
				require.True(t, strings.HasPrefix(args, name+" ") || args == name, args)
			}
			delete(all, name)
			walk(name+" ", c.Subcommands)
		}
	}
	walk("", commands(&frame.Env{}))
	require.Empty(t, all, "these are no commands")
}

// desk is a folder with what the commands of habits read.
func desk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return text
	}
	dev := read("../../testdata/en/dev.conllu")
	write("dev.conllu", dev)
	write("dev.amr", read("../../testdata/en/dev.amr"))
	write("dev.mrg", read("../../testdata/en/dev.mrg"))
	m := read(trained(t, "arc-hybrid"))
	write("m.npz", m)
	write("tags.npz", read(trained(t, "tag")))
	write("text.txt", []byte(strings.Repeat("The dog barked at the cat. A cat saw some dogs and left at once.\n", 40)))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "mirror"), 0o777))
	write("mirror/out.npz", m)
	var list []byte
	for name, file := range map[string]string{"out": "out.npz", "piped": "pipe.npz", "pipe": "out.npz"} {
		list = fmt.Appendf(list, "%s\t%s\t%d\t%x\tCC BY-SA 4.0\tUD Toy TTB, 1.0\tLAS\t-\t-\t-\t-\t%d\n", name, file, len(m), sha256.Sum256(m), engine.FormatVersion)
	}
	write("models.tsv", list)
	for file, args := range map[string]string{
		"sure.conllu": "parse -q --confidence --lang english dev.conllu -o sure.conllu",
		"pre.npz":     "pretrain -q --text text.txt --segmenter rule --size small --epochs 1 --out pre.npz",
	} {
		said, err := program(t, dir, args).CombinedOutput()
		require.NoError(t, err, "%s: %s", args, said)
		require.FileExists(t, filepath.Join(dir, file))
	}
	return dir
}

// insideName is the variable by which a test tells its own program to be this one; it is the folder of the samples.
const insideName = "PARSER_INSIDE_TEST"

func TestMain(m *testing.M) {
	samples := os.Getenv(insideName)
	if samples == "" {
		os.Exit(m.Run())
	}
	os.Exit(Run(context.Background(), append([]string{"parser"}, os.Args[1:]...), Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: os.DirFS(samples),
	}))
}

// program returns the program with arguments in a folder, which is also where its models are.
func program(t *testing.T, dir, args string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	samples, err := filepath.Abs("../../testdata")
	require.NoError(t, err)
	c := exec.Command(self, strings.Fields(args)...)
	c.Dir = dir
	c.Env = append(os.Environ(), insideName+"="+samples, "HOME="+dir, "PARSER_DATA=", "PARSER_ENCODERS=", "PARSER_MODELS="+dir)
	return c
}
