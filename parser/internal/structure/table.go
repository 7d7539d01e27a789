package structure

import (
	"encoding/csv"
	"io"
	"strconv"

	"parser/conll"
	"parser/parser/treebank"
)

// tableColumns name the columns of a table of words.
var tableColumns = []string{"sentence", "sent_id", "id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc", "token_id", "token"}

// tableWriter writes sentences as a table for spreadsheets, with a line of column names and a row for each word. Columns
// are separated by tabs; a field with a quotation mark is quoted, and its marks are doubled, as in CSV (RFC 4180), since
// programs that read tables would take a lone mark for the beginning of a long field. An empty field is an empty column.
// Words of a multiword token have its range and its form in the last columns. Empty nodes have no rows.
type tableWriter struct {
	*csv.Writer
	sentences int
}

func newTableWriter(w io.Writer) *tableWriter {
	t := &tableWriter{Writer: csv.NewWriter(w)}
	t.Comma = '\t'
	_ = t.Writer.Write(tableColumns) // the error stays
	return t
}

func (t *tableWriter) Write(it *treebank.Item) error {
	t.sentences++
	s := it.Sentence
	tokens, err := s.Tokens()
	if err != nil {
		return err
	}
	for _, token := range tokens {
		for i := token.First; i < token.End; i++ {
			w, head, id := &s.Words[i], "", strconv.Itoa(i+1)
			if w.Head != conll.NoHead {
				head = strconv.Itoa(w.Head)
			}
			lemma := filled(w.Lemma)
			if w.Form == "_" {
				lemma = w.Lemma
			}
			of := id
			if token.Multiword {
				of = strconv.Itoa(token.First+1) + "-" + strconv.Itoa(token.End)
			}
			row := []string{
				strconv.Itoa(t.sentences), s.ID, id, w.Form, lemma, filled(w.UPOS), filled(w.XPOS), filled(w.Feats), head,
				filled(w.Deprel), filled(w.Deps), filled(w.Misc), of, token.Form,
			}
			if err := t.Writer.Write(row); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tableWriter) Flush() error {
	t.Writer.Flush()
	return t.Error()
}
