package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// deb writes a folder as a Debian package of format 2.0 (deb(5)), as "dpkg-deb --build" does: DEBIAN/control
// describes it, and usr holds its files. Installed-Size and md5sums are added, and manual pages are compressed.
func deb(out, folder string, at time.Time) error {
	control, err := os.ReadFile(filepath.Join(folder, "DEBIAN", "control"))
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	kibibytes := 0 // a folder counts as one (deb-substvars(5))
	data, err := tarball(at, func(add adder) error {
		if err := add("./", 0o755, nil); err != nil {
			return err
		}
		return addAll(os.DirFS(folder), "usr", func(name string, mode fs.FileMode, content []byte) error {
			if strings.HasSuffix(name, "/") {
				kibibytes++
				return add("./"+name, mode, nil)
			}
			if strings.HasPrefix(name, "usr/share/man/") {
				name += ".gz"
				var err error
				if content, err = compressed(content); err != nil {
					return err
				}
			}
			kibibytes += (len(content) + 1023) / 1024
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(content), name)
			return add("./"+name, mode, content)
		})
	})
	if err != nil {
		return err
	}
	about, err := tarball(at, func(add adder) error {
		if err := add("./", 0o755, nil); err != nil {
			return err
		}
		if err := add("./control", 0o644, fmt.Appendf(control, "Installed-Size: %d\n", kibibytes)); err != nil {
			return err
		}
		return add("./md5sums", 0o644, sums.Bytes())
	})
	if err != nil {
		return err
	}
	ar := bytes.NewBufferString("!<arch>\n")
	for _, member := range []struct {
		name    string
		content []byte
	}{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", about}, {"data.tar.gz", data}} {
		fmt.Fprintf(ar, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", member.name, at.Unix(), 0, 0, "100644", len(member.content))
		ar.Write(member.content)
		if len(member.content)%2 != 0 {
			ar.WriteByte('\n')
		}
	}
	return os.WriteFile(out, ar.Bytes(), 0o644)
}
