// Command pages makes the project's Markdown a site of static files, for .ci/docs:
//
//	pages [-playground] [-source ADDRESS] [-models NAMES] ROOT PROGRAM OUT
//
// ROOT is the repository, PROGRAM the program that was built from it, which draws the examples of models and describes
// its routes, and OUT the folder of the site. The same repository gives the same files, byte for byte. What links lead
// to is there, or nothing is written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	set := flag.NewFlagSet("pages", flag.ContinueOnError)
	playground := set.Bool("playground", false, "link to playground/, which .ci/site makes")
	source := set.String("source", "", "`ADDRESS` of the repository's files, for links to them; without it they are only named")
	models := set.String("models", "", "only these models, by `NAMES` with commas between them, for a quick look")
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() != 3 {
		return errors.New("usage: pages [-playground] [-source ADDRESS] [-models NAMES] ROOT PROGRAM OUT")
	}
	s := newSite(set.Arg(0), set.Arg(1))
	s.playground, s.source = *playground, *source
	if *models != "" {
		s.only = strings.Split(*models, ",")
	}
	files, err := s.build()
	if err != nil {
		return err
	}
	for name, text := range files {
		file := filepath.Join(set.Arg(2), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	fmt.Printf("pages: %d pages, %d files\n", len(s.order), len(files))
	return nil
}
