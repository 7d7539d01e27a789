package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

//go:embed page.html look
var assets embed.FS

// group is a part of the navigation, and entry a page in it.
type (
	group struct {
		Name    string
		Entries []entry
	}
	entry struct {
		Name string
		page *page
	}
)

// groups returns the navigation: the headings of the contents, and below each the pages that its lists link to. The last
// group has the pages that the contents do not name, except those of single models, which the page of models lists.
func (s *site) groups() []group {
	all, listed := []group{{Name: "Start"}}, map[*page]bool{s.pages[first]: true, s.pages[contents]: true}
	tree := s.pages[contents]
	for n := tree.tree.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level > 1 {
				all = append(all, group{Name: tree.words(n)})
			}
		case *ast.List:
			last := &all[len(all)-1]
			last.Entries = append(last.Entries, s.listed(tree, n, listed)...)
		}
	}
	more := group{Name: "More"}
	for _, p := range s.order {
		if !listed[p] && path.Dir(p.out) != "models" {
			more.Entries = append(more.Entries, entry{p.title, p})
		}
	}
	return slices.DeleteFunc(append(all, more), func(g group) bool { return g.Entries == nil })
}

// listed are the pages that a list links to, with the words of the links as their names.
func (s *site) listed(tree *page, list ast.Node, seen map[*page]bool) (all []entry) {
	_ = ast.Walk(list, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which never fails
		l, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		i := slices.IndexFunc(s.order, func(p *page) bool { return string(l.Destination) == relative(tree.out, p.out) })
		if i >= 0 && !seen[s.order[i]] {
			name := strings.TrimPrefix(tree.words(l), "parser ")
			if path.Dir(s.order[i].out) != "commands" {
				name = strings.ToUpper(name[:1]) + name[1:]
			}
			all = append(all, entry{name, s.order[i]})
			seen[s.order[i]] = true
		}
		return ast.WalkContinue, nil
	})
	return all
}

// view is what the template sees of a page.
type view struct {
	*site
	page   *page
	groups []group
	order  []*page // of the navigation, for the links to the page before and after
}

func (v view) Title() string    { return v.page.title }
func (v view) First() bool      { return v.page.source == first }
func (v view) Groups() []group  { return v.groups }
func (v view) Playground() bool { return v.playground }

// Lead is the beginning of the first page, up to its first paragraph, and Body the rest, or all of another page.
func (v view) Lead() template.HTML { return v.cut(0) }
func (v view) Body() template.HTML { return v.cut(1) }

func (v view) cut(n int) template.HTML {
	const end = "</p>"
	lead, rest, _ := strings.Cut(string(v.page.body), end)
	if !v.First() {
		lead, rest = "", string(v.page.body)
	}
	return template.HTML([]string{lead + end, rest}[n]) // from our own pages
}

// To returns the link to a file of the site.
func (v view) To(name string) string { return relative(v.page.out, name) }

// Link returns the link to an entry, and At whether it is this page.
func (v view) Link(e entry) string { return v.To(e.page.out) }
func (v view) At(e entry) bool     { return e.page == v.page }

// Within reports whether a group is open: if this page is in it, or the page that lists it among the models. On pages that
// are in no group the first one is.
func (v view) Within(g group) bool {
	at := v.page
	if !slices.Contains(v.order[1:], at) && path.Dir(at.out) != "models" {
		at = v.groups[0].Entries[0].page
	}
	if path.Dir(at.out) == "models" {
		at = v.pages[models]
	}
	return slices.ContainsFunc(g.Entries, func(e entry) bool { return e.page == at })
}

// Part is a heading of the page, as the list of them shows it.
type Part struct{ ID, Name string }

// Parts are the headings of the second level, if there are several.
func (v view) Parts() (all []Part) {
	for _, h := range v.page.headings {
		if h.level == 2 {
			all = append(all, Part{h.id, h.name})
		}
	}
	if len(all) < 2 || v.First() {
		return nil
	}
	return all
}

// Beside returns the page that is n places further in the navigation, or nothing.
func (v view) Beside(n int) *Part {
	at := slices.Index(v.order, v.page)
	if at < 0 || at+n < 0 || at+n >= len(v.order) {
		return nil
	}
	p := v.order[at+n]
	return &Part{v.To(p.out), p.title}
}

// lay makes the files of the site of its pages.
func (s *site) lay() error {
	templates, err := template.ParseFS(assets, "page.html")
	if err != nil {
		return err
	}
	groups := s.groups()
	order := []*page{s.pages[first]}
	for _, g := range groups {
		for _, e := range g.Entries {
			order = append(order, e.page)
		}
	}
	for _, p := range s.order {
		var b bytes.Buffer
		if err := templates.Execute(&b, view{s, p, groups, order}); err != nil {
			return err
		}
		s.files[p.out] = b.Bytes()
	}
	looks, err := assets.ReadDir("look")
	if err != nil {
		return err
	}
	for _, l := range looks {
		if s.files[l.Name()], err = assets.ReadFile("look/" + l.Name()); err != nil {
			return err
		}
	}
	s.files["words.js"], err = s.index()
	return err
}

// index returns what the search looks in, as a script, which pages that were opened as files may read, too: the parts of
// all pages with their link, the title of their page, their heading and their text.
func (s *site) index() ([]byte, error) {
	var parts [][4]string
	for _, p := range s.order {
		for i, h := range p.headings {
			to, name := p.out, h.name
			if i > 0 {
				to += "#" + h.id
			} else {
				name = ""
			}
			parts = append(parts, [4]string{to, p.title, name, h.text})
		}
	}
	var b bytes.Buffer
	b.WriteString("window.siteWords = ")
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(parts)
	return b.Bytes(), err
}
