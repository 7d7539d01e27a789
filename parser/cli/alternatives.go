package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/structure"
)

// together writes each sentence of files of CoNLL-U with its tree in the file of another annotator.
func (v *converting) together(files []string) error {
	own, more, w := v.Treebank(textfile.CoNLL, files...), v.Treebank(textfile.CoNLL, v.alternatives), conll.NewWriter(v.Env.Stdout)
	defer own.Close()
	defer more.Close()
	name := textfile.Unpacked(filepath.Base(v.alternatives))
	name = strings.TrimSuffix(name, filepath.Ext(name))
	for {
		it, err := own.Read()
		other, errOther := more.Read()
		switch {
		case err == io.EOF && errOther == io.EOF:
			return w.Flush()
		case err == io.EOF && errOther == nil:
			err = other.Sentence.ErrorAt(0, fmt.Errorf("%w: %s has fewer sentences", conll.ErrAlternative, strings.Join(files, ", ")))
		case err == nil && errOther == io.EOF:
			err = it.Sentence.ErrorAt(0, fmt.Errorf("%w: %s has fewer sentences", conll.ErrAlternative, textfile.Shown(v.alternatives)))
		}
		if err = cmp.Or(err, errOther); err == nil {
			if it.Sentence.Format != conll.FormatU || other.Sentence.Format != conll.FormatU {
				err = fmt.Errorf("%w: CoNLL-X has no comments that could name annotators", frame.ErrUsage)
			} else if err = it.Sentence.Add(name, other.Sentence); err == nil {
				structure.Remark(other, "alternative", name)
				err = w.Write(it.Sentence)
			}
		}
		if err != nil {
			return errors.Join(w.Flush(), err)
		}
	}
}
