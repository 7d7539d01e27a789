package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// jobs are programs of users of the library, each with what it prints in a folder with a treebank.
var jobs = []struct{ name, imports, body, prints string }{
	{"text to JSON", "parser/parser/english", `
	p, err := english.Load()
	check(err)
	items, err := p.ParseText(context.Background(), "The dog sleeps.")
	check(err)
	w, err := p.NewWriter(os.Stdout, "json")
	check(err)
	check(w.Write(items[0]))
	check(w.Flush())`, `"deprel":"nsubj"`},
	{"CoNLL-U in and out, on all processors", "parser/parser/english parser/conll runtime", `
	p, err := english.Load()
	check(err)
	f, err := os.Open("dev.conllu")
	check(err)
	w := conll.NewWriter(os.Stdout)
	for it, err := range p.All(context.Background(), conll.NewReader(f, "dev.conllu").All(), runtime.NumCPU()) {
		check(err)
		check(w.Write(it.Sentence))
	}
	check(w.Flush())`, "\troot\t"},
	{"training with an encoder and pre-trained words", "parser/parser parser/parser/train parser/conll", `
	sentences, err := conll.ReadFile("dev.conllu")
	check(err)
	data, ctx, tiny := parser.Data{Sentences: sentences}, context.Background(), map[string]string{"size": "small"}
	f, err := os.Open("train.conllu")
	check(err)
	check(train.Pretrain(ctx, conll.NewReader(f, "raw").All(), "en.npz", train.PretrainOptions{Size: "small", Epochs: 1}))
	words, err := train.Pretrained("en.npz")
	check(err)
	encoder, err := train.Encoder("bert", train.EncoderOptions{})
	check(err)
	p, err := train.Run(ctx, data, parser.Data{}, parser.Options{Epochs: 1, Flags: tiny}, train.Observer{}, encoder, words)
	check(err)
	fmt.Println(p.Meta().Structure)`, "dependencies"},
	{"tokens alone, without the rest of the model", "parser/parser", `
	p, err := parser.LoadFor("english.npz", parser.Request{Only: "words"})
	check(err)
	items, err := p.ParseText(context.Background(), "It's late. Go!")
	check(err)
	for _, it := range items {
		for _, w := range it.Words {
			fmt.Print(w.Form, "|")
		}
	}`, "It|'s|late|.|Go|!|"},
	{"LAS on dev, and trees that a parser is sure of", "parser/parser parser/parser/english parser/parser/train parser/conll parser/eval/conllx", `
	p, err := english.Load()
	check(err)
	gold, err := conll.ReadFile("dev.conllu")
	check(err)
	var system []*conll.Sentence
	for _, s := range gold {
		system = append(system, s.Clone())
		check(p.Parse(system[len(system)-1]))
	}
	a, err := conllx.Score(gold, system, conllx.Options{})
	check(err)
	f, err := os.Open("dev.conllu")
	check(err)
	for _, err := range train.Silver(context.Background(), []*parser.Parser{p}, conll.NewReader(f, "").All(), train.SilverOptions{}) {
		check(err)
	}
	fmt.Println(a.LAS() > 50)`, "true"},
}

// TestLibraryJobs: from a module of their own, programs of a few lines do what users want of the library.
func TestLibraryJobs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module of its own")
	}
	clone, err := os.Getwd()
	require.NoError(t, err)
	module, err := exec.Command("go", "list", "-m").Output()
	require.NoError(t, err)
	path, folder := strings.TrimSpace(string(module)), t.TempDir()
	run := func(name string, arguments ...string) (string, error) {
		c := exec.Command(name, arguments...)
		c.Dir, c.Env = folder, append(os.Environ(), "GOPROXY=off")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	sums, err := os.ReadFile("go.sum")
	require.NoError(t, err)
	own, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	mod := strings.Replace(string(own), "module "+path, "module example.org/jobs", 1) + "\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + clone + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte(mod), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o666))
	for file, from := range map[string]string{
		"train.conllu": "testdata/en/train.conllu", "dev.conllu": "testdata/en/dev.conllu", "english.npz": "parser/english/english.npz",
	} {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, file), text, 0o666))
	}
	require.NoError(t, os.CopyFS(filepath.Join(folder, "bert"), os.DirFS("parser/internal/transformer/testdata/reference/bert")))
	file := func(name, imports, text string) {
		program := "package main\n\nimport (\n"
		for _, name := range strings.Fields(imports) {
			if strings.HasPrefix(name, "parser/") { // the module's own, whatever its path is
				name = path + strings.TrimPrefix(name, "parser")
			}
			program += "\t\"" + name + "\"\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(program+")\n\n"+text), 0o666))
	}
	calls := ""
	for i, job := range jobs {
		file(fmt.Sprintf("job%d.go", i), "context fmt os "+job.imports,
			fmt.Sprintf("var _, _, _ = context.Background, fmt.Print, os.Stdout\n\nfunc job%d() {%s\n}\n", i, job.body))
		calls += fmt.Sprintf("job%d, ", i)
		lines := strings.Count(strings.TrimSpace(job.body), "\n") + 1
		require.LessOrEqual(t, lines, 18, job.name)
	}
	file("main.go", "log os strconv", "func check(err error) {\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n\n"+
		"func main() {\n\ti, err := strconv.Atoi(os.Args[1])\n\tcheck(err)\n\t[]func(){"+calls+"}[i]()\n}\n")
	program := filepath.Join(folder, "program")
	out, err := run("go", "build", "-mod=mod", "-o", program, ".") // one program with all jobs, since linking takes longer than they do
	if err != nil && strings.Contains(out, "GOPROXY=off") {
		t.Skip("a module that the library needs is not in the module cache")
	}
	require.NoError(t, err, "%s", out)
	for i, job := range jobs {
		out, err := run(program, strconv.Itoa(i))
		require.NoError(t, err, "%s: %s", job.name, out)
		require.Contains(t, out, job.prints, job.name)
	}

	// The examples of parser/learn, whose output go test checks.
	examples, err := filepath.Glob("parser/learn/example_*_test.go")
	require.NoError(t, err)
	require.Len(t, examples, 5)
	require.NoError(t, os.Mkdir(filepath.Join(folder, "tasks"), 0o777))
	for _, name := range examples {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		own := strings.ReplaceAll(string(text), "\t\"parser/", "\t\""+path+"/")
		require.NoError(t, os.WriteFile(filepath.Join(folder, "tasks", filepath.Base(name)), []byte(own), 0o666))
	}
	out, err = run("go", "test", "-mod=mod", "-v", "./tasks")
	require.NoError(t, err, "%s", out)
	require.Equal(t, len(examples), strings.Count(out, "--- PASS: Example_"), "%s", out)
}
