// Command pack makes the parts of a release that have to be the same, byte for byte, on any machine
// at any time: archives, Debian packages, the list of what is in a program, and the licences of that.
//
//	pack archive OUT FOLDER    FOLDER as OUT, a .tar.gz or .zip
//	pack deb OUT FOLDER        FOLDER, which has DEBIAN/control and usr, as OUT, a .deb
//	pack sbom PROGRAM          a CycloneDX list of the modules in a program
//	pack licences PROGRAM      … and their licences
//
// The time of everything is SOURCE_DATE_EPOCH, in seconds since 1970.
package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	at := time.Unix(seconds, 0).UTC()
	if len(args) == 3 && args[0] == "archive" {
		return archive(args[1], args[2], at)
	}
	if len(args) == 3 && args[0] == "deb" {
		return deb(args[1], args[2], at)
	}
	if len(args) != 2 {
		return fmt.Errorf("usage: pack archive OUT FOLDER | pack deb OUT FOLDER | pack sbom PROGRAM | pack licences PROGRAM")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	switch args[0] {
	case "sbom":
		return sbom(os.Stdout, args[1], info, at)
	case "licences":
		return licences(os.Stdout, info)
	}
	return fmt.Errorf("no command %q", args[0])
}
