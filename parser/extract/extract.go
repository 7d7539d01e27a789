// Package extract finds what people want from trees: who does what to whom, noun phrases, clauses, and who says what. What
// is found stands in sets of patterns, a readable file each, over the dependencies of any language with the labels of
// Universal Dependencies.
//
//	triples, err := extract.Load("triples")
//	find := triples.Finder()
//	items, err := find(sentence)
//	for _, item := range items {
//		fmt.Println(item.Part("subject"), item.Part("verb"), item.Part("object"))
//	}
//
// Patterns are those of parser/query; where a sentence has enhanced dependencies they are searched in these, else in its
// tree. The guide parser/docs/guides/extracting.md says what the sets find and how a set is written.
package extract

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"parser/conll"
)

// Item is something that was found.
type Item struct {
	Kind  string
	Parts []Part // in the order of the set; at least the first, from which the others are reached
	Notes []Note
}

// Part is what plays a role in an item.
type Part struct {
	Role       string
	Head       int    // its head, counted from 0
	Words      []int  // all its words, from 0, in their order; some between them may be missing
	Text       string // of the words; " … " stands for those that are missing
	Start, End int    // where it is in the text of the sentence, or in the file as TokenRange of MISC says, in characters
}

// Note is something that holds of an item, such as passive=yes.
type Note struct{ Name, Value string }

// Part returns the text of the part with a role, or "".
func (it *Item) Part(role string) string {
	if i := slices.IndexFunc(it.Parts, func(p Part) bool { return p.Role == role }); i >= 0 {
		return it.Parts[i].Text
	}
	return ""
}

//go:embed sets/*.txt
var sets embed.FS

const extension = ".txt"

// Names lists the sets of the program.
func Names() (names []string) {
	files, _ := fs.ReadDir(sets, "sets") // which is there
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), extension))
	}
	return names
}

// Load returns a set of the program by its name, or else the one in a file. An error of the file has its line.
func Load(name string) (*Set, error) {
	text, err := sets.ReadFile("sets/" + name + extension)
	if err != nil {
		if text, err = os.ReadFile(name); err != nil {
			return nil, fmt.Errorf("%w; the sets of the program are: %s", err, strings.Join(Names(), ", "))
		}
	}
	return Parse(string(text), name)
}

// Roles lists the roles of a set: what items begin with, and then the others.
func (s *Set) Roles() (names []string) {
	for _, r := range s.roles {
		names = append(names, r.name)
	}
	return names
}

// Finder returns what finds the items in one sentence after another, in the order of their first parts. Its error says what
// is wrong with DEPS. One goroutine may use it at a time.
func (s *Set) Finder() func(*conll.Sentence) ([]Item, error) {
	f := newFinder(s)
	return f.find
}
