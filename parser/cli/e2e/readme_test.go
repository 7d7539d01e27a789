package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// readmeFile is the page that everything begins with.
const readmeFile = "README.md"

// sessionPages are all pages with commands and what they print.
func sessionPages(t *testing.T) (pages []string) {
	for _, pattern := range []string{readmeFile, "oracle/README.md", "parser/docs/*.md", "parser/docs/*/*.md"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		pages = append(pages, files...)
	}
	return slices.DeleteFunc(pages, func(name string) bool { return !block("console").MatchString(page(t, name)) })
}

// block matches the fenced blocks of one language.
func block(language string) *regexp.Regexp {
	return regexp.MustCompile("(?s)```" + language + "\n(.*?)```\n")
}

func page(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestReadmeSessions runs the commands of each page, one after another, and compares
// what they print, numbers aside: those depend on the machine, and on the sample
// treebank.
func TestReadmeSessions(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to run the README's commands")
	}
	for _, name := range sessionPages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSessions(t, name)
		})
	}
}

// TestPicturesOfPages draws the pictures of the pages by the commands that stand below them.
func TestPicturesOfPages(t *testing.T) {
	if !testkit.Deep() && !testkit.Updating() {
		t.Skip("trains for several pictures; PARSER_DEEP draws them")
	}
	picture := regexp.MustCompile("(?s)!\\[[^]]*\\]\\((\\S+\\.svg)\\)\n\n\\(The output of `(\\./bin/parser [^`]*)`")
	drawn := 0
	for _, name := range sessionPages(t) {
		for _, m := range picture.FindAllStringSubmatch(page(t, name), -1) {
			testkit.Golden(t, filepath.Join(filepath.Dir(name), m[1]), shell(t, workplace(t), m[2]))
			drawn++
		}
	}
	require.Equal(t, 5, drawn)
}

// TestPagesQuoteExamples: what pages quote of an example's output is what the example prints, which go test checks.
func TestPagesQuoteExamples(t *testing.T) {
	quote := regexp.MustCompile("(?s)<!-- output of (\\w+) in (\\S+) -->\n```text\n(.*?)```\n")
	quoted := 0
	for _, name := range sessionPages(t) {
		text := page(t, name)
		fresh := quote.ReplaceAllStringFunc(text, func(old string) string {
			m := quote.FindStringSubmatch(old)
			_, example, found := strings.Cut(page(t, m[2]), "\nfunc "+m[1]+"() {\n")
			require.True(t, found, "%s has no %s", m[2], m[1])
			_, lines, found := strings.Cut(example, "\t// Output:\n")
			require.True(t, found, "%s has no output", m[1])
			lines, _, _ = strings.Cut(lines, "\n}")
			quoted++
			head, _, _ := strings.Cut(old, "\n")
			return head + "\n```text\n" + regexp.MustCompile(`(?m)^\t// ?`).ReplaceAllString(lines, "") + "\n```\n"
		})
		if testkit.Updating() {
			require.NoError(t, os.WriteFile(name, []byte(fresh), 0o644))
			continue
		}
		requireSameLines(t, name, fresh, text)
	}
	require.NotZero(t, quoted)
}

func runSessions(t *testing.T, name string) {
	home := workplace(t)
	text := page(t, name)
	fresh := block("console").ReplaceAllStringFunc(text, func(old string) string {
		var session strings.Builder
		session.WriteString("```console\n")
		for _, line := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(old, -1) {
			fmt.Fprintf(&session, "$ %s\n%s", line[1], withoutMostEpochs(shell(t, home, inFewEpochs(line[1]))))
		}
		return session.String() + "```\n"
	})
	requireIgnored(t, home)
	if testkit.Updating() {
		require.NoError(t, os.WriteFile(name, []byte(fresh), 0o644))
		return
	}
	requireSameLines(t, name, withoutNumbers(fresh), withoutNumbers(text))
}

// inFewEpochs makes trainings shorter that take long, since the numbers that they print are not compared; with -update and
// PARSER_DEEP they are left as they are.
func inFewEpochs(line string) string {
	if testkit.Updating() || testkit.Deep() {
		return line
	}
	for long, short := range map[string]string{
		`^\./bin/parser train --lang \w+$`:                      "$0 --epochs 7 --size small",
		`^(\./bin/parser table templates .*--epochs )5`:         "${1}2",
		`^(\./bin/parser train .*--jackknife )3(.* --epochs )2`: "${1}0${2}1",
		`^(\./bin/parser train .*--system amr --epochs )5`:      "${1}2",
		`^(\./bin/parser train .*--scorer linear --epochs )5`:   "${1}2",
		`^\./bin/parser train .*--model eager\.npz$`:            "$0 --epochs 3",
		`^\./bin/parser train .*--model many\.npz$`:             "$0 --epochs 4",
	} {
		line = regexp.MustCompile(long).ReplaceAllString(line, short)
	}
	return line
}

// requireIgnored checks that git does not show what the commands of a page left in a folder that
// looks like a clone.
func requireIgnored(t *testing.T, home string) {
	if exec.Command("git", "rev-parse").Run() != nil {
		return // no clone, no git
	}
	left, err := os.ReadDir(home)
	require.NoError(t, err)
	for _, file := range left {
		name := file.Name()
		if file.IsDir() {
			name += "/"
		}
		if name != "testdata" && name != "parser/" && !strings.HasPrefix(name, ".") { // of the clone, and of the home folder
			require.NoError(t, exec.Command("git", "check-ignore", "--quiet", "--no-index", name).Run(), "git does not ignore %s", name)
		}
	}
}

// requireSameLines compares a page with what it should be.
func requireSameLines(t *testing.T, name, want, got string) {
	t.Helper()
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wants), len(gots)) {
		require.Equal(t, wants[i], gots[i], "%s:%d (go test ./parser/cli/e2e -update rewrites it)", name, i+1)
	}
	require.Len(t, gots, len(wants))
}

// workplace returns a home folder that looks like a clone of the project after
// the build.
func workplace(t *testing.T) string {
	home := t.TempDir()
	program, err := exec.LookPath("parser")
	require.NoError(t, err)
	samples, err := filepath.Abs("testdata")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(home, "bin"), 0o777))
	require.NoError(t, os.Symlink(program, filepath.Join(home, "bin", "parser")))
	require.NoError(t, os.Symlink(samples, filepath.Join(home, "testdata")))
	patterns, err := filepath.Abs(filepath.Join("parser", "query"))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(home, "parser"), 0o777))
	require.NoError(t, os.Symlink(patterns, filepath.Join(home, "parser", "query")))
	return home
}

// shell runs a command and returns all that it prints, the home folder renamed.
func shell(t *testing.T, home, line string) string {
	c := exec.Command("sh", "-c", line)
	c.Dir = home
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	out, err := c.CombinedOutput()
	if err != nil {
		require.ErrorContains(t, err, "exit status 1", "%s: %s", line, out)
	}
	text := strings.ReplaceAll(string(out), home, "/home/you")
	if strings.HasSuffix(text, "\n\n") {
		text = text[:len(text)-1]
	}
	return text
}

// withoutMostEpochs leaves of many epochs the first two and the last.
func withoutMostEpochs(text string) string {
	epochs := regexp.MustCompile(`(?m)((?:^ +\d+   \d\.\d{4} .*\n){2})(?:^ +\d+   \d\.\d{4} .*\n){4,}(^ +\d+   \d\.\d{4} .*\n)`)
	return epochs.ReplaceAllString(text, "$1    …\n$2")
}

// withoutNumbers makes all numbers alike, and the marks of the best epochs and
// the blanks that depend on them.
func withoutNumbers(text string) string {
	text = regexp.MustCompile(`([ \[])[-+](\d)`).ReplaceAllString(text, "$1$2") // of differences
	text = regexp.MustCompile(`\d+(\.\d+)?`).ReplaceAllString(text, "0")
	text = regexp.MustCompile(`(?m)  best$`).ReplaceAllString(text, "")
	return regexp.MustCompile(` +`).ReplaceAllString(text, " ")
}

// The programs that use the library compile and pass the checks.
func TestReadmeLibrary(t *testing.T) {
	programs := block("go").FindAllStringSubmatch(page(t, readmeFile)+page(t, "parser/docs/guides/library.md"), -1)
	require.Len(t, programs, 6)
	for _, program := range programs {
		file := filepath.Join(t.TempDir(), "main.go")
		require.NoError(t, os.WriteFile(file, []byte(program[1]), 0o666))
		out, err := exec.Command("go", "vet", file).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// The first of them, that of the README, works in a module of its own, by the commands below it.
func TestReadmeModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module of its own")
	}
	library := page(t, readmeFile)
	library = library[strings.Index(library, "## Library"):]
	clone, err := os.Getwd()
	require.NoError(t, err)
	commands := strings.ReplaceAll(block("sh").FindStringSubmatch(library)[1], "../path/to/clone", clone)
	if !strings.Contains(commands, clone) { // .ci/module gave the module an address; this clone stands in for what is there
		path, err := exec.Command("go", "list", "-m").Output()
		require.NoError(t, err)
		own := fmt.Sprintf("go mod edit -require=%[1]s@v0.0.0 -replace=%[1]s=%[2]s\n", bytes.TrimSpace(path), clone)
		commands = strings.Replace(commands, "go mod tidy\n", own+"go mod tidy\n", 1)
	}
	require.Contains(t, commands, clone)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(block("go").FindStringSubmatch(library)[1]), 0o666))
	c := exec.Command("sh", "-ec", commands)
	c.Dir = folder
	var messages bytes.Buffer
	c.Stderr = &messages
	out, err := c.Output()
	require.NoError(t, err, "%s", &messages)
	require.Equal(t, "nsubj\n", string(out))
}
