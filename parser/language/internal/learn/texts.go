package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/language/internal/grams"
)

// enough is how much text of a file is read, in bytes: languages with more text are not known much better.
const enough = 1 << 20

// text is the text of a language in a script.
type text struct {
	language string
	script   grams.Script
	lines    []string
	size     int // bytes
}

// texts has the text of each language in each script, in the order of the list.
type texts []*text

// of returns the text of a language in a script.
func (all *texts) of(language string, s grams.Script) *text {
	for _, t := range *all {
		if t.language == language && t.script == s {
			return t
		}
	}
	t := &text{language: language, script: s}
	*all = append(*all, t)
	return t
}

// add adds a line to the text of its language. Serbian, which has two alphabets, is learned in both.
func (all *texts) add(language, line string) {
	w := grams.WordsOf(line)
	if w.Script == grams.Other || w.Letters < 2*w.Foreign {
		return
	}
	all.of(language, w.Script).put(line)
	if language == "sr" && w.Script == grams.Cyrillic {
		all.of(language, grams.Latin).put(toLatin.Replace(line))
	} else if language == "sr" && w.Script == grams.Latin {
		all.of(language, grams.Cyrillic).put(toCyrillic.Replace(line))
	}
}

func (t *text) put(line string) {
	t.lines = append(t.lines, line)
	t.size += len(line)
}

// readTexts reads the files of a list.
func readTexts(list string, folders []string) (all texts, err error) {
	content, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(content)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(row) != 4 {
			return nil, fmt.Errorf("%s: %q has not four columns", list, line)
		}
		name, err := find(row[1], folders)
		if err == nil {
			err = read(name, func(line string) { all.add(row[0], line) })
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// find returns the file of a name in the first folder that has it.
func find(name string, folders []string) (string, error) {
	for _, folder := range folders {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is in none of the folders", name)
}

// read calls do with each sentence of a treebank, or each line of a text.
func read(name string, do func(line string)) error {
	if strings.Contains(filepath.Base(name), ".conllu") {
		sentences, err := conll.ReadFile(name)
		for _, s := range sentences {
			tokens, err := s.Tokens()
			if err != nil {
				return err
			}
			do(surface(tokens))
		}
		return err
	}
	f, err := textfile.Open(name, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	lines, size := bufio.NewReader(f), 0
	for size < enough {
		line, err := lines.ReadString('\n')
		if size += len(line); line != "" {
			do(line)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// surface returns the text of tokens.
func surface(tokens []conll.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Form)
		if t.SpaceAfter() {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
