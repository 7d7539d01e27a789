package experiment

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Code names the table of lines of code, which trains nothing.
const Code = "code"

// Lines is the report on Chang et al. (2015), Tables 6 and 7: lines of code, here of a source tree of this program. A line
// counts if something other than a comment is on it.
type Lines struct {
	Table   string      `json:"table"`
	Command string      `json:"command"`
	Source  string      `json:"source"`
	Parts   []PartLines `json:"parts"`
}

// PartLines has the lines of a part, and those that the paper has for the part of that name; 0 for nothing.
type PartLines struct {
	Table     string `json:"table"` // of the paper
	Part      string `json:"part"`
	Lines     int    `json:"lines,omitempty"`
	Published int    `json:"published,omitempty"`
	Note      string `json:"note,omitempty"` // where they are
}

// The last row of Table 6. The others there add up to 302.
const (
	total          = "TOTAL"
	publishedTotal = 331
)

// functions are those of Chang et al. (2015), Table 6, with their lines there, and where this program has them: files with
// declarations, or text files whose lines are data.
var functions = []struct {
	name  string
	lines int
	where map[string]string
}{
	{"Setup", 90, map[string]string{
		"transition/arc_hybrid.go": "ArcHybrid ArcHybrid.Name ArcHybrid.Moves ArcHybrid.Params ArcHybrid.With",
		"transition/config.go":     "Node Config Step Config.Reset",
	}},
	{"GETVALIDACTIONS", 17, map[string]string{"transition/arc_hybrid.go": "ArcHybrid.Legal"}},
	{"GETFEAT", 86, map[string]string{"parser/internal/features/sets/l2s.txt": ""}},
	{"GETGOLDACTION", 41, map[string]string{
		"oracle/arc_hybrid.go": "arcHybrid arcHybrid.Moves arcHybrid.shift arcHybrid.left arcHybrid.right arcHybrid.rootLost",
		"oracle/geometry.go":   "geometry.dependentsFrom geometry.headIn geometry.headlessDependentsIn geometry.headFrom geometry.isRoot rootLost",
	}},
	{"TRANS", 28, map[string]string{
		"transition/arc_hybrid.go": "ArcHybrid.Arc ArcHybrid.Apply", "transition/config.go": "Config.pop Config.push Config.record Config.attach",
	}},
	{"RUNPARSER", 40, map[string]string{
		"parser/internal/decode/derivation.go": "Derivation Derivation.Start Derivation.Next Derivation.offer Derivation.Take",
	}},
}

// programs are those of Table 7, about how long they are there.
var programs = []PartLines{{Part: "L2S", Published: 300}, {Part: "Stanford", Published: 3000}, {Part: "RedShift", Published: 2000},
	{Part: "Goldberg & Nivre (2013)", Published: 4000}, {Part: "Malt Parser", Published: 10000}}

// CountLines counts the lines of the source tree in a folder. The error is about a file that is missing or is no Go, or
// names a declaration that a file lacks.
func CountLines(folder string) (*Lines, error) {
	l := &Lines{Table: Code, Source: folder}
	sum := PartLines{Table: "Table 6", Part: total}
	for _, f := range functions {
		part := PartLines{Table: "Table 6", Part: f.name, Published: f.lines}
		files := slices.Sorted(maps.Keys(f.where))
		for _, file := range files {
			n, err := linesIn(filepath.Join(folder, filepath.FromSlash(file)), strings.Fields(f.where[file]))
			if err != nil {
				return nil, err
			}
			part.Lines += n
		}
		part.Note = listed(files)
		sum.Lines, sum.Published = sum.Lines+part.Lines, sum.Published+part.Published
		l.Parts = append(l.Parts, part)
	}
	sum.Published = publishedTotal
	l.Parts = append(l.Parts, sum)
	for _, p := range programs {
		p.Table = "Table 7"
		l.Parts = append(l.Parts, p)
	}
	all, files := PartLines{Table: "Table 7", Part: "this program"}, 0
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		n, err := linesIn(path, nil)
		all.Lines, files = all.Lines+n, files+1
		return err
	})
	all.Note = fmt.Sprintf("%d files, with all other structures, scorers and commands, without tests", files)
	l.Parts = append(l.Parts, all)
	return l, err
}

// linesIn returns how many lines of a file have code; of the named declarations alone, unless there are no names. Those
// of a text file count unless they are empty or begin with "#".
func linesIn(path string, names []string) (n int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if !strings.HasSuffix(path, ".go") {
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				n++
			}
		}
		return n, nil
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, text, 0)
	if err != nil {
		return 0, err
	}
	wanted := map[int]bool{} // lines
	for _, d := range tree.Decls {
		for _, name := range namesOf(d) {
			at := slices.Index(names, name)
			if at < 0 {
				continue
			}
			names = slices.Delete(slices.Clone(names), at, at+1)
			for line := set.Position(d.Pos()).Line; line <= set.Position(d.End()).Line; line++ {
				wanted[line] = true
			}
		}
	}
	if len(names) > 0 {
		return 0, fmt.Errorf("%s does not declare %s", path, listed(names))
	}
	return len(codeLines(text, wanted)), nil
}

// codeLines returns the lines of a Go file on which something other than a comment is, of those that are wanted, if any
// are.
func codeLines(text []byte, wanted map[int]bool) map[int]bool {
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue // which the scanner adds
		}
		first := file.Line(pos)
		for line := first; line <= first+strings.Count(literal, "\n"); line++ {
			if len(wanted) == 0 || wanted[line] {
				lines[line] = true
			}
		}
	}
}

// namesOf returns what a declaration declares; a method has the name of its type before its own.
func namesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if t, ok := of.(*ast.Ident); ok {
				name = t.Name + "." + name
			}
		}
		return []string{name}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				names = append(names, t.Name.Name)
			}
		}
	}
	return names
}

func (l *Lines) page() page {
	p := page{command: l.Command, names: 2, caption: []string{"lines of code, without comments and empty lines"}}
	p.add("", "part", "lines", "published")
	p.records = [][]any{{"table", "part", "lines", "published", "note"}}
	figure := func(n int) string {
		if n == 0 {
			return unknown
		}
		return fmt.Sprint(n)
	}
	for _, part := range l.Parts {
		p.add(part.Table, part.Part, figure(part.Lines), figure(part.Published))
		p.records = append(p.records, []any{part.Table, part.Part, part.Lines, part.Published, part.Note})
		if part.Note != "" {
			p.notes = append(p.notes, part.Part+": "+part.Note)
		}
	}
	p.notes = append(p.notes, "published: Chang et al. (2015), Tables 6 and 7; C++ (L2S), Java (Stanford, Malt Parser) and Python (the others), with comments",
		"counted in "+l.Source+"; RUNPARSER is here a step of any system under any policy, GETFEAT a list of templates, which are data")
	return p
}
