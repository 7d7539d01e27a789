package search

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/query"
	"parser/parser/treebank"
)

// change writes all sentences, changed by the edits.
func (v *searching) change(each func(func(*treebank.Item) error) error) error {
	p, err := query.ParseSemgrex(v.pattern)
	if err != nil {
		return fmt.Errorf("%w: %q: %w", frame.ErrUsage, v.pattern, err)
	}
	rewrite, err := p.Rewrite(v.rewrite, v.enhanced)
	if err != nil {
		return fmt.Errorf("%w: --rewrite: %w", frame.ErrUsage, err)
	}
	out := conll.NewWriter(v.in.Env.Stdout)
	all, changed := 0, 0
	err = each(func(it *treebank.Item) error {
		n, err := rewrite(it.Sentence)
		switch {
		case errors.Is(err, query.ErrEdits) && v.in.SkipBad:
			v.in.Say("%v; the sentence stays as it was", err)
		case err != nil:
			return err
		}
		if all++; n > 0 {
			changed++
		}
		return out.Write(it.Sentence)
	})
	err = errors.Join(err, out.Flush())
	if err == nil && !v.trees.Quiet() {
		v.in.Say("%d of %d sentences changed", changed, all)
	}
	return err
}

// expand replaces the names of macros in the pattern by what they stand for, in the order of the file.
func (v *searching) expand() error {
	if v.macros == "" {
		return nil
	}
	f, err := textfile.Open(v.macros, v.in.Env.Stdin)
	if err != nil {
		return fmt.Errorf("--macros: %w", err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimRight(s.Text(), "\r")
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		name, stands, ok := strings.Cut(text, "\t")
		if !ok || name == "" || stands == "" || strings.Contains(stands, "\t") {
			return fmt.Errorf("%w: --macros: %s:%d: a line has a name, a tab and what the name stands for", frame.ErrUsage, v.macros, line)
		}
		v.pattern = strings.ReplaceAll(v.pattern, name, stands)
	}
	return s.Err()
}
