package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/pretrain"
	"parser/parser/internal/training"
	"parser/parser/internal/transformer"
)

// adapting lets a transformer go on learning from raw text.
type adapting struct {
	name    string // of its folder; "" if none is to learn
	depth   int    // how many of its layers are left; 0 for all
	kept    int    // … and of its subwords
	masked  transformer.MaskedSettings
	encoder *transformer.Encoder
}

func newAdapting() adapting { return adapting{masked: transformer.DefaultMaskedSettings()} }

// check refuses flags that mean nothing with an encoder, or without one.
func (a *adapting) check(given map[string]bool) error {
	with := []string{"encoder-depth", "encoder-vocabulary", "encoder-rate", "encoder-bfloat16"}
	without := []string{"size", "vectors-out", "forms", "parts", "licence", "source"}
	wrong, how := with, "without"
	if a.name != "" {
		wrong, how = without, "with"
	}
	if i := slices.IndexFunc(wrong, func(flag string) bool { return given[flag] }); i >= 0 {
		return fmt.Errorf("%w: --%s has no effect %s --encoder", frame.ErrUsage, wrong[i], how)
	}
	if !(a.masked.Rate > 0) {
		return fmt.Errorf("%w: --encoder-rate is %v, not above 0", frame.ErrUsage, a.masked.Rate)
	}
	if err := a.masked.Check(); err != nil {
		return fmt.Errorf("%w: --encoder-bfloat16: %w", frame.ErrUsage, err)
	}
	return nil
}

// canMake tells whether a folder can be made: there must be nothing of its name.
func canMake(folder string) error {
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is there already: remove it, or choose another --out", frame.ErrUsage, folder)
	}
	return nil
}

// open opens the encoder, if one is to learn.
func (a *adapting) open(notes io.Writer) error {
	if a.name == "" {
		return nil
	}
	folder, err := transformer.Named(a.name)
	if err != nil {
		err = toDownload(a.name, err)
	} else {
		a.encoder, err = transformer.OpenLower(folder, a.depth)
	}
	if err != nil {
		return fmt.Errorf("%w: --encoder: %w", frame.ErrModel, err)
	}
	fmt.Fprintf(notes, "encoder: %v\n", a.encoder)
	return nil
}

func (a *adapting) close() {
	if a.encoder != nil {
		a.encoder.Close()
	}
}

// block is about the size of the blocks into which the text is cut.
func (a *adapting) block() int64 {
	if a.encoder != nil {
		return pretrain.MaskedBlock
	}
	return pretrain.LanguageBlock
}

// saveEncoder writes the folder of an encoder, first into that of the checkpoint, so that it is whole or not there.
func (t *pretraining) saveEncoder(m *transformer.Masked, journal *training.Journal) error {
	whole := filepath.Join(t.Folder, "encoder")
	err := os.RemoveAll(whole)
	if err == nil {
		err = os.Mkdir(whole, 0o777)
	}
	if err == nil {
		err = m.Write(whole)
	}
	if err == nil {
		err = os.Rename(whole, t.file)
	}
	if err != nil {
		return fmt.Errorf("%w: %w; make room, and add --resume to go on from %s", frame.ErrUnwritable, err, t.Folder)
	}
	journal.Info("saved", "folder", t.file, "words", m.Done())
	fmt.Fprintf(t.Env.Notes(t.Quiet), "learned from %s; read it by: parser train --encoder %s\n", layout.Count(int(m.Done()), "word"), t.file)
	return nil
}
