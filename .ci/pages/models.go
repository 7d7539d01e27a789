package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"
)

//go:embed model.tmpl
var modelText string

// model is what the page of a model says: facts from the files beside it.
type model struct {
	Name, Language  string // "da", "Danish"
	Data            string // what it was trained on
	Licence, Sum    string
	Bytes           int
	Measure         string   // of the scores: LAS, F1, Smatch
	Score, OfWords  string   // from raw text, and from words; - if dev has no such score
	InTrain, Speed  string   // words in train; words/s
	Facts           []fact   // what the model says about itself
	Scores          []scores // on dev
	Notice          string   // the whole file
	Sentence, Trees string   // an example, and its parse
	Command         string   // that made it
	Drawn           bool     // the picture of it is there
}

type fact struct{ Name, Value string }

// scores are a table of scores with what stands above it. Lines are cells, or one text each.
type scores struct {
	Heading string
	Table   bool
	Lines   []string
}

// addModels makes a page for each model, and draws the examples, several at a time.
func (s *site) addModels() error {
	all, err := s.readModels()
	if err != nil {
		return err
	}
	texts, wrong := make([][]byte, len(all)), make([]error, len(all))
	var work sync.WaitGroup
	var files sync.Mutex
	turns := make(chan bool, runtime.NumCPU())
	pages, err := template.New("model").Parse(modelText)
	if err != nil {
		return err
	}
	for i, m := range all {
		work.Go(func() {
			turns <- true
			defer func() { <-turns }()
			picture, err := s.example(m)
			var b bytes.Buffer
			wrong[i] = errors.Join(err, pages.Execute(&b, m))
			texts[i] = b.Bytes()
			if m.Drawn {
				files.Lock()
				s.files[place(m.picture())] = picture
				files.Unlock()
			}
		})
	}
	work.Wait()
	for i, m := range all {
		wrong[i] = cmp.Or(wrong[i], s.add(m.folder(), texts[i]))
	}
	return errors.Join(wrong...)
}

// folder is where the model is in the repository.
func (m *model) folder() string {
	if m.Name == path.Base(english) {
		return english
	}
	return "parser/models/" + m.Name
}

// picture is where the picture of its example would be, if it were in the repository.
func (m *model) picture() string { return "parser/models/example-" + m.Name + ".svg" }

// Picture is the link to it, from the page.
func (m *model) Picture() string {
	link, _ := filepath.Rel(path.Dir(m.folder()), m.picture()) // both are in the repository
	return filepath.ToSlash(link)
}

// Scored reports whether dev has a score of the model as a whole.
func (m *model) Scored() bool { return strings.Trim(m.Score+m.OfWords, "-") != "" }

// Asked is how parse is asked for the model: that of many languages for one of them.
func (m *model) Asked() string {
	if m.Name == several {
		return "--model " + several + ":nn"
	}
	return "--lang " + m.Name
}

// several is the model of many languages.
const several = "multi"

// MB is the size of the model.
func (m *model) MB() string { return fmt.Sprintf("%.2f", float64(m.Bytes)/1e6) }

// example parses the example of a model as its users do, if the model is there, and returns the picture of it.
func (s *site) example(m *model) ([]byte, error) {
	file := filepath.Join(s.root, filepath.FromSlash(m.folder()), m.Name+".npz")
	if _, err := os.Stat(file); err != nil || m.Sentence == "" { // a clone without models
		return nil, nil
	}
	how := "--text"
	if m.Score == "-" && m.Measure == "LAS" { // it reads tokens only
		how = "--format=horizontal"
	}
	trees, err := s.runs(m.Sentence+"\n", "parse", "--quiet", how, "--model", file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	picture, err := s.runs(trees, "draw")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	m.Command = fmt.Sprintf("echo %s | parser parse --lang %s %s", strconv.Quote(m.Sentence), m.Name, how)
	m.Trees, m.Drawn = strings.TrimSpace(trees), true
	return []byte(picture), nil
}

// runs gives the program an input, and returns its output.
func (s *site) runs(input string, args ...string) (string, error) {
	c := exec.Command(s.program, args...)
	c.Stdin = strings.NewReader(input)
	c.Env = append(os.Environ(), "PARSER_MODELS=", "LC_ALL=C.UTF-8")
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("parser %s: %w: %s", strings.Join(args, " "), err, said.Bytes())
	}
	return string(out), nil
}

// readModels reads the lists of models, and what stands in the repository about each.
func (s *site) readModels() ([]*model, error) {
	list, err1 := s.tsv("parser/cli/internal/fetch/models.tsv", 12)
	names, err2 := s.tsv("parser/cli/internal/fetch/languages.tsv", 3)
	sentences, err3 := s.tsv("parser/models/sentences.tsv", 2)
	shown, err4 := s.tableOf(models, 10)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	list = append([][]string{slices.Concat([]string{path.Base(english)}, make([]string, 11))}, list...)
	named := func(rows [][]string, name string) []string {
		i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == name })
		if i < 0 {
			return make([]string, 10)
		}
		return rows[i]
	}
	var all []*model
	for _, row := range list {
		if s.only != nil && !slices.Contains(s.only, row[0]) {
			continue
		}
		code, _, _ := strings.Cut(row[0], "-")
		if code == path.Base(english) {
			code = "en"
		}
		about := named(shown, row[0])
		m := &model{Name: row[0], Language: named(names, code)[2], Licence: row[4], Data: row[5], Sum: row[3], Measure: row[6],
			Score: row[9], OfWords: row[10], InTrain: about[7], Speed: about[5], Sentence: named(sentences, row[0])[1]}
		if m.Name == several {
			m.Language = "Many languages"
		}
		if code == "en" && m.Sentence == "" {
			m.Sentence = named(sentences, code)[1]
		}
		notice, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(m.folder()), "NOTICE"))
		if err != nil && !os.IsNotExist(err) || err != nil && row[1] == "" {
			return nil, err
		}
		m.read(string(notice))
		m.Bytes, _ = strconv.Atoi(cmp.Or(row[2], strconv.Itoa(m.Bytes)))
		all = append(all, m)
	}
	return all, nil
}

var (
	factOf  = regexp.MustCompile(`(?m)^(builds|reads|fills|treebanks|trained on|epochs|packed|scorer|source|licence|size)  +(.*)$`)
	tableOf = regexp.MustCompile(`(?ms)^((?:From|The devs of)[^\n]*(?:\n[^\n]+)*?):\n+(.*?)(?:\n\n(?:[A-Z]|\z)|\n?\z)`)
	line    = regexp.MustCompile(`^[-+ ]+$`)
)

// read takes from a NOTICE what it says, by which the program made it.
func (m *model) read(notice string) {
	m.Notice = strings.TrimSpace(notice)
	for _, f := range factOf.FindAllStringSubmatch(notice, -1) {
		switch f[1] {
		case "source":
			m.Data = cmp.Or(m.Data, f[2])
		case "licence":
			m.Licence = cmp.Or(m.Licence, f[2])
		case "size":
			m.Bytes, _ = strconv.Atoi(strings.Fields(f[2])[0])
		default:
			m.Facts = append(m.Facts, fact{f[1], f[2]})
		}
	}
	rest := m.Notice + "\n"
	for {
		at := tableOf.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		t := scores{Heading: strings.Join(strings.Fields(rest[at[2]:at[3]]), " "), Lines: strings.Split(strings.TrimSpace(rest[at[4]:at[5]]), "\n")}
		if t.Table = strings.Contains(t.Lines[0], " | "); t.Table {
			t.Lines = slices.DeleteFunc(t.Lines, line.MatchString)
			t.Lines = slices.Insert(t.Lines, 1, "--- | --: | --: | --: | --:")
		}
		m.Scores = append(m.Scores, t)
		rest = rest[at[5]:]
	}
}

// tsv reads a table of lines with tabs: at least some columns, comments left out.
func (s *site) tsv(name string, columns int) (rows [][]string, err error) {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
	for row := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if strings.HasPrefix(row, "#") {
			continue
		}
		if len(fields) < columns {
			return nil, fmt.Errorf("%s: %q has %d columns, not %d", name, row, len(fields), columns)
		}
		rows = append(rows, fields)
	}
	return rows, err
}

// tableOf returns the rows of a page's tables that have a number of columns.
func (s *site) tableOf(name string, columns int) (rows [][]string, err error) {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if strings.HasPrefix(row, "|") && len(cells) == columns {
			rows = append(rows, cells)
		}
	}
	return rows, err
}
