// Learn makes the table by which languages are told apart:
//
//	go run ./internal/learn [-grams N] [-steps N] sources.tsv table.bin FOLDER…
//	go run ./internal/learn -dev N [-print] FOLDER…
//
// sources.tsv lists files of text, with tabs: language, file in one of the folders, what it is, licence. With -dev it
// measures how well sentences of N words are identified by the table that there is, or prints them.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	o := options{}
	flag.IntVar(&o.grams, "grams", 22000, "`N` n-grams of Latin letters, and fewer of scripts with fewer languages")
	flag.IntVar(&o.steps, "steps", 20000, "`N` pieces of text of each language to learn from")
	dev := flag.Int("dev", 0, "measure sentences of `N` words of the dev sets in the folders")
	only := flag.Bool("print", false, "print these sentences instead")
	flag.Parse()
	err := error(nil)
	switch {
	case *dev > 0:
		var all []example
		if all, err = devOf(*dev, flag.Args()); err == nil && *only {
			err = print(os.Stdout, all)
		} else if err == nil {
			measure(os.Stdout, *dev, all)
		}
	case flag.NArg() < 3:
		flag.Usage()
		os.Exit(64)
	default:
		err = learn(o, flag.Arg(0), flag.Arg(1), flag.Args()[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}
