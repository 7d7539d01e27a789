package main

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// Pages that have a part of their own.
const (
	first    = "README.md"
	contents = "parser/docs/README.md" // lists the pages, in groups: the site's navigation
	routes   = "parser/cli/internal/serve/openapi.json"
	models   = "parser/models/README.md"
	english  = "parser/english"
)

// site is the site in the making.
type site struct {
	root, program string
	source        string   // the address of the repository's files, "" if it has none
	only          []string // models that are shown, nil for all
	playground    bool

	pages map[string]*page  // by path in the repository
	order []*page           // as they were found
	files map[string][]byte // pictures and all else, by path in the site
}

// page is a page of the site.
type page struct {
	source   string // in the repository: what links of other pages lead to
	out      string // in the site
	title    string
	text     []byte // Markdown
	tree     ast.Node
	headings []heading
	body     template.HTML
}

// heading is a part of a page with its text, for the search.
type heading struct {
	level          int
	id, name, text string
}

func newSite(root, program string) *site {
	return &site{root: root, program: program, pages: map[string]*page{}, files: map[string][]byte{}}
}

// build returns the files of the site by path.
func (s *site) build() (map[string][]byte, error) {
	if err := s.find(); err != nil {
		return nil, err
	}
	for _, p := range s.order {
		if err := s.link(p); err != nil {
			return nil, err
		}
		if err := p.render(); err != nil {
			return nil, err
		}
	}
	if err := s.lay(); err != nil {
		return nil, err
	}
	return s.files, check(s.files, s.playground)
}

// find makes the pages: those that are made of data, the first page, the contents, changes, and all that these link to.
func (s *site) find() error {
	if err := s.addModels(); err != nil {
		return err
	}
	text, err := s.describe()
	if err != nil {
		return err
	}
	if err := errors.Join(s.add(routes, text), s.add(first, nil), s.add(contents, nil)); err != nil {
		return err
	}
	const changes = "parser/CHANGELOG.md"
	if _, err := os.Stat(filepath.Join(s.root, changes)); err == nil {
		if err := s.add(changes, nil); err != nil {
			return err
		}
	}
	for i := 0; i < len(s.order); i++ { // which grows
		for target := range s.order[i].targets() {
			name := path.Join(path.Dir(s.order[i].source), target)
			if i := s.readme(name); i != "" && s.pages[name] == nil {
				if err := s.add(i, nil); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// readme returns the Markdown file that a link to a path leads to, "" if that is not Markdown.
func (s *site) readme(name string) string {
	if path.Ext(name) == ".md" {
		return name
	}
	name = path.Join(name, "README.md")
	if _, err := os.Stat(filepath.Join(s.root, name)); err != nil {
		return ""
	}
	return name
}

// add makes a page of a path in the repository, whose Markdown is text or, if that is nil, what is in the file.
func (s *site) add(source string, text []byte) (err error) {
	if s.pages[source] != nil {
		return nil
	}
	if text == nil {
		if text, err = os.ReadFile(filepath.Join(s.root, filepath.FromSlash(source))); err != nil {
			return err
		}
	}
	p := &page{source: source, out: place(source), text: text}
	for _, other := range s.order {
		if other.out == p.out {
			return fmt.Errorf("%s and %s would both be %s", source, other.source, p.out)
		}
	}
	if err := p.parse(); err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	s.pages[source] = p
	s.order = append(s.order, p)
	return nil
}

// place returns where in the site a page, or a picture, of the repository is.
func place(source string) string {
	switch source {
	case contents:
		return "documentation.html"
	case "parser/README.md":
		return "contributing.html"
	case routes:
		return "http.html"
	case english:
		return "models/english.html"
	}
	name, documents := strings.CutPrefix(source, "parser/docs/")
	if !documents {
		name = strings.TrimPrefix(source, "parser/")
	}
	if path.Ext(name) == ".svg" {
		return "pictures/" + strings.ReplaceAll(strings.TrimPrefix(name, "pictures/"), "/", "-")
	}
	name = strings.TrimSuffix(name, ".md")
	if path.Base(name) == "README" {
		name = path.Join(path.Dir(name), "index")
	}
	return strings.ToLower(name) + ".html"
}

// relative returns the link from a file of the site to another.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if dir := path.Dir(from); dir != "." {
		if rest, inside := strings.CutPrefix(to, dir+"/"); inside {
			return rest
		}
	}
	return up + to
}

// link makes the links and pictures of a page lead to the site.
func (s *site) link(p *page) error {
	var wrong []error
	_ = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to, err := s.target(p, string(n.Destination))
			if wrong = append(wrong, err); to == "" {
				n.Title = []byte("In the repository: " + path.Join(path.Dir(p.source), string(n.Destination)))
			}
			n.Destination = []byte(to)
		case *extast.TableCell:
			if p.source == models {
				s.linkModel(p, n)
			}
		case *ast.Image:
			name := path.Join(path.Dir(p.source), string(n.Destination))
			to := place(name)
			if s.files[to] == nil {
				text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
				wrong = append(wrong, err)
				s.files[to] = text
			}
			n.Destination = []byte(relative(p.out, to))
		}
		return ast.WalkContinue, nil
	})
	if err := errors.Join(wrong...); err != nil {
		return fmt.Errorf("%s: %w", p.source, err)
	}
	return nil
}

// linkModel makes the name of a model in a table a link to its page, and adds its language.
func (s *site) linkModel(p *page, cell *extast.TableCell) {
	to := s.pages["parser/models/"+p.words(cell)]
	if to == nil || cell.PreviousSibling() != nil {
		return
	}
	l := ast.NewLink()
	l.Destination = []byte(path.Base(to.source)) // which is made a link to the page like others
	for n := cell.FirstChild(); n != nil; n = cell.FirstChild() {
		l.AppendChild(l, n)
	}
	cell.AppendChild(cell, l)
	language, _, _ := strings.Cut(to.title, ":")
	cell.AppendChild(cell, ast.NewString([]byte(" "+language)))
}

// target returns where a link of a page leads: elsewhere, to a page, or to a file of the repository, which has an
// address only if that has one.
func (s *site) target(p *page, link string) (string, error) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "#") || strings.HasPrefix(link, "mailto:") {
		return link, nil
	}
	file, anchor, _ := strings.Cut(link, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	name := path.Join(path.Dir(p.source), file)
	for _, source := range []string{name, s.readme(name)} {
		if to := s.pages[source]; to != nil {
			return relative(p.out, to.out) + anchor, nil
		}
	}
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("%s leads out of the repository", link)
	}
	if _, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(name))); err != nil {
		return "", err
	}
	if s.source == "" {
		return "", nil
	}
	return strings.TrimSuffix(s.source, "/") + "/" + name + anchor, nil
}
