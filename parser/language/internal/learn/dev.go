package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll"
)

// example is the beginning of a sentence in a language.
type example struct{ language, treebank, text string }

// devOf returns the first words, a given number, of all dev sentences in the treebanks of some folders that are as long.
func devOf(words int, folders []string) (all []example, err error) {
	for _, folder := range folders {
		for _, pattern := range []string{"ud*/*/dev.conllu.gz", "ud*/*/*.dev.conllu.gz"} {
			files, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				return nil, err
			}
			slices.Sort(files)
			for _, file := range files {
				if all, err = appendDev(all, words, file); err != nil {
					return nil, err
				}
			}
		}
	}
	return all, nil
}

func appendDev(all []example, words int, file string) ([]example, error) {
	sentences, err := conll.ReadFile(file)
	if err != nil {
		return nil, err
	}
	of := example{language: filepath.Base(filepath.Dir(file))}
	if of.language == "sme" { // as Universal Dependencies has it
		of.language = "se"
	}
	of.treebank, _, _ = strings.Cut(filepath.Base(file), ".dev.")
	for _, s := range sentences {
		tokens, err := s.Tokens()
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(tokens, func(t conll.Token) bool { return t.End >= words }); at >= 0 {
			of.text = strings.TrimSpace(surface(tokens[:at+1]))
			all = append(all, of)
		}
	}
	return all, nil
}

// print writes examples, with tabs between language, treebank and text, for other programs.
func print(w io.Writer, all []example) error {
	for _, e := range all {
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", e.language, e.treebank, e.text); err != nil {
			return err
		}
	}
	return nil
}
