package inspect

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/parser"
)

// recorded are options that a model records elsewhere.
var recorded = []string{"Command", "Lang", "Licence", "Seed", "Source", "System"}

// unusual returns the options that differ from the defaults of the system, the scorer and the
// learner.
func unusual(o parser.Options) []string {
	usual := parser.DefaultsFor(o.System)
	usual.UseScorer(o.Scorer)
	_ = usual.UseLearner(o.LearnerName()) // a learner of another program may be unknown to this one
	own, others := flat(o), flat(usual)
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if !slices.Contains(recorded, name) && own[name] != others[name] {
			value := own[name]
			if strings.Contains(value, "\n") { // of templates in a file, for example
				value = fmt.Sprintf("(%d lines)", strings.Count(value, "\n"))
			}
			texts = append(texts, name+"="+value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if _, set := own[name]; !set {
			texts = append(texts, name+"=")
		}
	}
	return texts
}

// flat returns the values of options in JSON, by their names; a name in an object is prefixed by
// that of the object.
func flat(o parser.Options) map[string]string {
	values := map[string]string{}
	var add func(prefix string, of map[string]any)
	add = func(prefix string, of map[string]any) {
		for name, value := range of {
			if inner, ok := value.(map[string]any); ok {
				add(prefix+name+".", inner)
				continue
			}
			values[prefix+name] = fmt.Sprint(value)
		}
	}
	all := map[string]any{}
	text, err := json.Marshal(o)
	if err == nil && json.Unmarshal(text, &all) == nil {
		add("", all)
	}
	return values
}
