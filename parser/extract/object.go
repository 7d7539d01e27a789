package extract

// Object is an item as JSON has it: words are counted from 1, as in CoNLL-U.
type Object struct {
	Sentence int               `json:"sentence"` // from 1
	ID       string            `json:"sent_id,omitempty"`
	Kind     string            `json:"kind"`
	Parts    map[string]Span   `json:"parts"`
	Notes    map[string]string `json:"notes,omitempty"`
}

// Span is a part of an item in JSON.
type Span struct {
	Text  string `json:"text"`
	Head  int    `json:"head"`  // the number of its head, from 1
	Words []int  `json:"words"` // the numbers of its words
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Object returns the item as JSON has it. The sentence has a number, from 1, and perhaps a sent_id.
func (it *Item) Object(sentence int, id string) Object {
	o := Object{Sentence: sentence, ID: id, Kind: it.Kind, Parts: map[string]Span{}}
	for _, p := range it.Parts {
		span := Span{Text: p.Text, Head: p.Head + 1, Start: p.Start, End: p.End}
		for _, w := range p.Words {
			span.Words = append(span.Words, w+1)
		}
		o.Parts[p.Role] = span
	}
	for _, n := range it.Notes {
		if o.Notes == nil {
			o.Notes = map[string]string{}
		}
		o.Notes[n.Name] = n.Value
	}
	return o
}
