package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// object is one of JSON.
type object = map[string]any

// description is openapi.json, with what of it was seen in answers.
type description struct {
	t    *testing.T
	root object
	seen map[string]bool // properties, as schema.property
}

// resolve follows references, and tells the name of what the last one names.
func (d *description) resolve(v object) (object, string) {
	name := ""
	for {
		to, isReference := v["$ref"].(string)
		if !isReference {
			return v, name
		}
		v = d.root
		for _, step := range strings.Split(strings.TrimPrefix(to, "#/"), "/") {
			name = strings.ReplaceAll(step, "~1", "/")
			next, ok := v[name].(object)
			require.True(d.t, ok, to)
			v = next
		}
	}
}

// check demands that a value is what a schema says, no more and no less.
func (d *description) check(value any, of object, path string) {
	d.t.Helper()
	schema, name := d.resolve(of)
	if name != "" {
		path = name
	}
	kinds := map[string]reflect.Kind{
		"object": reflect.Map, "array": reflect.Slice, "string": reflect.String, "number": reflect.Float64, "integer": reflect.Float64,
		"boolean": reflect.Bool,
	}
	require.Equal(d.t, kinds[schema["type"].(string)], reflect.ValueOf(value).Kind(), "%s: %v", path, value)
	if names, ok := schema["enum"].([]any); ok {
		require.Contains(d.t, names, value, path)
	}
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			d.check(item, schema["items"].(object), path)
		}
	case object:
		properties, _ := schema["properties"].(object)
		others, _ := schema["additionalProperties"].(object)
		if properties == nil && others == nil {
			return // any object
		}
		for field, v := range value {
			of, ok := properties[field].(object)
			if !ok {
				require.NotNil(d.t, others, "%s.%s is not described", path, field)
				of = others
			}
			d.seen[path+"."+field] = true
			d.check(v, of, path+"."+field)
		}
		required, _ := schema["required"].([]any)
		for _, field := range required {
			require.Contains(d.t, value, field, path)
		}
	}
}

// described returns a server, and how it describes itself.
func described(t *testing.T) (s *served, d *description, paths, schemas object) {
	s = newServed(t, withGraphs)
	d = &description{t, of[object](t, s.do("GET", "/openapi.json", "")), map[string]bool{}}
	require.Equal(t, "3.1.0", d.root["openapi"])
	return s, d, d.root["paths"].(object), d.root["components"].(object)["schemas"].(object)
}

// TestDescribedRoutes: the routes and methods are those that there are.
func TestDescribedRoutes(t *testing.T) {
	s, d, paths, _ := described(t)
	for path, methods := range s.Paths() {
		if path == "/" || strings.HasSuffix(path, ".css") || strings.HasSuffix(path, ".js") {
			continue // the page
		}
		require.Contains(t, paths, path)
		item, _ := d.resolve(paths[path].(object))
		var want []string
		for _, m := range methods {
			if m != "HEAD" {
				want = append(want, strings.ToLower(m))
			}
		}
		require.ElementsMatch(t, want, slices.Collect(maps.Keys(item)), path)
	}
	for path := range paths {
		require.Contains(t, s.Paths(), path)
	}
}

// TestDescribedRequests may have what is described, and nothing else.
func TestDescribedRequests(t *testing.T) {
	s, d, paths, schemas := described(t)
	for path, v := range serve.Requests() {
		operation := paths[path].(object)["post"].(object)
		schema, _ := d.resolve(operation["requestBody"].(object)["content"].(object)["application/json"].(object)["schema"].(object))
		text, err := json.Marshal(v)
		require.NoError(t, err)
		var fields object
		require.NoError(t, json.Unmarshal(text, &fields))
		require.ElementsMatch(t, slices.Collect(maps.Keys(fields)), slices.Collect(maps.Keys(schema["properties"].(object))), path)
		if parameters, ok := operation["parameters"].([]any); ok {
			for _, p := range parameters {
				value := map[string]string{"width": "100", "nbest": "2", "beam": "2", "spans": "false", "seed": "0"}[p.(object)["name"].(string)]
				a := s.do("POST", path+"?"+p.(object)["name"].(string)+"="+value, "Dogs bark.")
				require.Equal(t, 200, a.StatusCode, a.body)
			}
		}
	}
	for field := range schemas["UDPipeRequest"].(object)["properties"].(object) {
		require.Contains(t, "model data tokenizer tagger parser input output", field)
	}
}

// TestDescribedAnswers have what is described and nothing else, and each field is in some answer.
func TestDescribedAnswers(t *testing.T) {
	s, d, paths, schemas := described(t)
	const plain = "application/json"
	full := "# sent_id = 1\n# text = We don't\n# odd\n1\tWe\twe\tPRON\tPRP\tCase=Nom\t0\troot\t_\t_\n2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n" +
		"2\tdo\tdo\tAUX\tVBP\tX=Y\t1\taux\t1:aux\tA=b\n3\tn't\tnot\tPART\tRB\t_\t1\tadvmod\t_\t_\n3.1\tgo\tgo\tVERB\tVB\tX=Y\t_\tdep\t1:dep\tA=b\n\n"
	for i, request := range []struct {
		path string
		body object
	}{
		{"/v1/models", nil}, {"/v1/meanings", nil}, {"/models", nil}, {"/openapi.json", nil},
		{"/v1/parse", object{"data": "Dogs bark.", "output": "json"}},
		{"/v1/parse", object{"data": full, "input": "conllu", "output": "json", "pictures": true}},
		{"/v1/parse", object{"model": "heads", "data": full, "input": "conllu", "output": "json"}},
		{"/v1/parse", object{"data": "Dogs bark.", "output": "json", "confidence": true}},
		{"/v1/parse", object{"data": "Dogs bark.", "output": "json", "nbest": 2}},
		{"/v1/parse", object{"model": "trees", "data": full, "output": "json"}},
		{"/v1/compare", object{"models": []string{"english", "heads"}, "data": full, "input": "conllu"}},
		{"/v1/parse", object{"model": "auto", "data": "The old dogs bark in the garden.", "output": "json"}},
		{"/v1/extract", object{"data": kept, "input": "conllu", "set": "v: {upos:VERB}=v\nkind=act: {}=v", "keep": true}},
		{"/v1/extract", object{"data": "Dogs bark.", "set": "triples"}},
		{"/v1/identify", object{"data": "Dogs bark.", "by": "document", "among": []string{"en", "da"}}},
		{"/v1/search", object{"data": full, "input": "conllu", "pattern": "{}=a >~r {}=b", "context": true}},
		{"/v1/search", object{"data": "(S (NP (NN dog)))", "input": "brackets", "pattern": "NP=n"}},
		{"/v1/search", object{"data": full, "input": "conllu", "pattern": "{}=a >=e {}", "rewrite": "relabelNamedEdge -edge e -reln dep:x"}},
		{"/v1/trace", object{"data": full, "input": "conllu", "gold": full, "oracles": []string{"dynamic", "fsa"}, "script": "SH LA", "follow": true}},
		{"/v1/trace", object{"data": "Dogs bark."}},
		{"/v1/trace", object{"model": "trees", "input": "tagged", "data": "Dogs/NNS bark/VBP", "gold": "self"}},
		{"/v1/trace", object{"model": "heads", "input": "conllu", "data": partial, "gold": partial, "oracles": []string{"dynamic", "static"}}},
		{"/v1/parse", object{"model": "meanings", "data": "Dogs bark.", "output": "json"}},
		{
			"/v1/trace",
			object{"model": "meanings", "input": "conllu", "data": chase, "script": "NN-dog NN-cat NE-ARG0 NE-ARG1 NN-chase-01 EN HE NE-mod NO", "follow": true},
		},
		{"/process", object{"data": "Dogs bark.", "tokenizer": "", "parser": ""}},
		{"/v1/parse", object{"model": "klingon"}}, {"/v1/compare", object{}}, {"/v1/trace", object{"data": "x", "script": "XX"}},
	} {
		a := s.do("GET", request.path, "")
		method := "get"
		if request.body != nil {
			a, method = s.post(request.path, request.body), "post"
		}
		if request.path == "/process" {
			form := url.Values{}
			for name, value := range request.body {
				form.Set(name, fmt.Sprint(value))
			}
			a = s.do("POST", request.path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		}
		item, _ := d.resolve(paths[request.path].(object))
		answers := item[method].(object)["responses"].(object)
		require.Contains(t, answers, fmt.Sprint(a.StatusCode), "%s: %s", request.path, a.body)
		answer, _ := d.resolve(answers[fmt.Sprint(a.StatusCode)].(object))
		require.Contains(t, answer["content"], plain)
		var value any
		require.NoError(t, json.Unmarshal([]byte(a.body), &value), a.body)
		d.check(value, answer["content"].(object)[plain].(object)["schema"].(object), fmt.Sprint(i))
	}
	for name, schema := range schemas {
		if strings.HasSuffix(name, "Request") {
			continue
		}
		properties, _ := schema.(object)["properties"].(object)
		for field := range properties {
			require.True(t, d.seen[name+"."+field], "no answer has %s.%s", name, field)
		}
	}
}

// partial is a tree that only some oracles take.
const partial = "1\tDogs\t_\tNOUN\tNNS\t_\t_\t_\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
