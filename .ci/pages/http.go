package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"
)

//go:embed http.tmpl
var routesText string

// The parts of OpenAPI 3.1 that the page shows.
type (
	openAPI struct {
		Info       struct{ Description string }
		Paths      map[string]route
		Components struct {
			Schemas   map[string]schema
			Responses map[string]response
		}
	}
	route struct {
		Get, Post *operation
		Ref       string `json:"$ref"`
	}
	operation struct {
		Summary, Description string
		Parameters           []parameter
		RequestBody          struct{ Content map[string]content }
		Responses            map[string]response
	}
	parameter struct{ Name string }
	response  struct {
		Description string
		Content     map[string]content
		Ref         string `json:"$ref"`
	}
	content struct{ Schema schema }
	schema  struct {
		Ref                  string `json:"$ref"`
		Type                 any    // a name, or several
		Description          string
		Enum                 []any
		Items                *schema
		Properties           map[string]schema
		AdditionalProperties *schema
		Required             []string
		OneOf, AnyOf         []schema
	}
)

// describe returns the page of the routes, as the program itself describes them.
func (s *site) describe() ([]byte, error) {
	answer, err := s.runs(`{"path": "/openapi.json"}`+"\n", "serve", "--pipe", "--quiet")
	if err != nil {
		return nil, err
	}
	var said struct {
		Status int
		Body   openAPI
	}
	if err := json.Unmarshal([]byte(answer), &said); err != nil || said.Status != 200 {
		return nil, errors.Join(err, fmt.Errorf("serve --pipe answers /openapi.json with %d", said.Status))
	}
	page, err := template.New("http").Parse(routesText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, said.Body)
	return b.Bytes(), err
}

// Bodies are the kinds of content of a request, with what each is.
func (o operation) Bodies() []string { return kinds(o.RequestBody.Content) }

// Answers are the responses by status, those that are the same for many routes left out.
func (o operation) Answers() (all []string) {
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if r := o.Responses[status]; r.Ref == "" {
			all = append(all, fmt.Sprintf("%s: %s %s", status, r.Description, strings.Join(kinds(r.Content), "; ")))
		}
	}
	return all
}

// Errors are the other statuses.
func (o operation) Errors() string {
	var all []string
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if o.Responses[status].Ref != "" {
			all = append(all, status)
		}
	}
	return strings.Join(all, ", ")
}

func kinds(of map[string]content) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, fmt.Sprintf("`%s` (%s)", name, of[name].Schema.Kind()))
	}
	return all
}

// Kind says in Markdown what a value is.
func (s schema) Kind() string {
	switch {
	case s.Ref != "":
		name := path.Base(s.Ref)
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	case s.Items != nil:
		return "list of " + s.Items.Kind()
	case s.AdditionalProperties != nil:
		return "map of names to " + s.AdditionalProperties.Kind()
	case len(s.OneOf)+len(s.AnyOf) > 0:
		var all []string
		for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
			all = append(all, one.Kind())
		}
		return strings.Join(all, " or ")
	}
	if several, ok := s.Type.([]any); ok {
		var all []string
		for _, one := range several {
			all = append(all, fmt.Sprint(one))
		}
		return strings.Join(all, " or ")
	}
	if s.Type == nil {
		return "any value"
	}
	return fmt.Sprint(s.Type)
}

// Meaning says in a cell of a table what a value means, and which there are.
func (s schema) Meaning() string {
	text := s.Description
	if len(s.Enum) > 0 {
		var all []string
		for _, one := range s.Enum {
			all = append(all, fmt.Sprintf("`%v`", one))
		}
		text += " One of " + strings.Join(all, ", ") + "."
	}
	return cell(text)
}

// field is a field of an object, with those of objects in it below it.
type field struct {
	Name   string
	Of     schema
	Always bool
}

// Fields are the fields of an object: "parts.*" is a value of the map parts, and "items[]" one of the list items.
func (s schema) Fields() (all []field) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		of := s.Properties[name]
		all = append(all, field{name, of, slices.Contains(s.Required, name)})
		for of.Items != nil || of.AdditionalProperties != nil {
			if of.Items != nil {
				name, of = name+"[]", *of.Items
			} else {
				name, of = name+".*", *of.AdditionalProperties
			}
		}
		for _, f := range of.Fields() {
			f.Name = name + "." + f.Name
			all = append(all, f)
		}
	}
	return all
}

// Routes are the paths, those of the program's own interface first.
func (o openAPI) Routes() []string {
	of := slices.Sorted(maps.Keys(o.Paths))
	slices.SortStableFunc(of, func(a, b string) int {
		return cmp.Compare(strings.Index(b, "/v1/"), strings.Index(a, "/v1/"))
	})
	return of
}

// Operations are those of a route by their method.
func (r route) Operations() map[string]*operation {
	all := map[string]*operation{"GET": r.Get, "POST": r.Post}
	maps.DeleteFunc(all, func(_ string, o *operation) bool { return o == nil })
	return all
}

// Same is the route that a route is another name of.
func (r route) Same() string { return strings.ReplaceAll(path.Base(r.Ref), "~1", "/") }

// cell escapes what would end a cell, or begin a tag.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "\n", " ", "``", "`\"\"`").Replace(text)
}
