package serve

import (
	"net/http"
	"slices"
	"strings"

	"parser/parser/internal/engine"
	"parser/parser/internal/mixed"
	"parser/parser/language"
)

// manyLanguages is the name of the model that answers for languages without a model of their own.
const manyLanguages = "multi"

// several returns the model, which tells treebanks apart, and the language or treebank that a name such as "multi:da" means; nil
// if it means no such model.
func (c collection) several(name string) (*model, string) {
	name, code, colon := strings.Cut(name, ":")
	i := slices.IndexFunc(c, func(m *model) bool { return strings.EqualFold(m.Name, name) && len(m.Meta().Treebanks) > 0 })
	if !colon || i < 0 {
		return nil, ""
	}
	return c[i], code
}

// following returns a model of several languages as it follows a language, or the most closely related one. What cuts text and
// makes lemmas is taken from the model of that language alone, if it is served; else what cuts text from that of the most closely
// related language.
func (m *model) following(c collection, code string) (*model, error) {
	m.loading.Lock()
	defer m.loading.Unlock()
	if known := m.followed[code]; known != nil {
		return known, nil
	}
	bank := mixed.Treebank(code, m.Meta().Treebanks)
	if bank == "" {
		return nil, refuse(http.StatusNotFound, "model", "the model %s has not learned %q, nor a language of its family, but %s",
			m.Name, code, strings.Join(m.Meta().Treebanks, ", "))
	}
	source := Source{Name: m.Name + ":" + code, Title: m.Title, Load: func() (*engine.Parser, error) {
		local, err := c.local(code, mixed.Language(bank))
		if err != nil {
			return nil, err
		}
		return m.Following(bank, local)
	}}
	own, err := source.load()
	if err != nil {
		return nil, err
	}
	if m.followed == nil {
		m.followed = map[string]*model{}
	}
	m.followed[code] = own
	return own, nil
}

// local returns the model of the first of these languages that has one, or what cuts text of that of the most closely related
// language; nil without any.
func (c collection) local(codes ...string) (*engine.Parser, error) {
	for _, code := range codes {
		if m := c.alone(code); m != nil {
			return m.Parser, nil
		}
	}
	var have []string
	for _, m := range c {
		have = append(have, m.Meta().Lang)
	}
	m := c.alone(language.Nearest(codes[0], have))
	if m == nil {
		return nil, nil
	}
	return m.WithTaggers()
}
