package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	control = "Package: tree\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@example.org>\nDescription: a test\n"
	page    = ".TH TREE 1\n"
)

// folder is that of a package. What is not kept, times and some rights, differs from call to call.
func folder(t *testing.T, at time.Time, read os.FileMode) string {
	root := filepath.Join(t.TempDir(), "tree")
	for name, text := range map[string]string{
		"DEBIAN/control": control, "usr/bin/tree": strings.Repeat("x", 1025),
		"usr/share/man/man1/tree.1": page, "usr/share/doc/tree/copyright": "",
	} {
		mode := read
		if strings.Contains(name, "bin/") {
			mode |= 0o111
		}
		file := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), mode))
		require.NoError(t, os.Chtimes(file, at, at))
	}
	return root
}

func unzipped(t *testing.T, data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return text
}

// entries lists a tarball as "mode name size", and returns the contents by name.
func entries(t *testing.T, data []byte, at time.Time) (list string, contents map[string]string) {
	contents = map[string]string{}
	for r := tar.NewReader(bytes.NewReader(unzipped(t, data))); ; {
		h, err := r.Next()
		if err == io.EOF {
			return list, contents
		}
		require.NoError(t, err)
		require.True(t, at.Equal(h.ModTime), h.Name)
		require.Zero(t, h.Uid+h.Gid, h.Name)
		require.Equal(t, strings.HasSuffix(h.Name, "/"), h.Typeflag == tar.TypeDir, h.Name)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		list += fmt.Sprintf("%o %s\n", h.Mode, h.Name)
		contents[h.Name] = string(text)
	}
}

// members reads an archive of ar(5).
func members(t *testing.T, data []byte, at time.Time) (names []string, contents map[string][]byte) {
	contents = map[string][]byte{}
	rest, found := bytes.CutPrefix(data, []byte("!<arch>\n"))
	require.True(t, found)
	for len(rest) > 0 {
		fields := strings.Fields(string(rest[:60]))
		require.Len(t, fields, 7)
		require.Equal(t, []string{strconv.FormatInt(at.Unix(), 10), "0", "0", "100644"}, fields[1:5])
		require.Equal(t, "`", fields[6])
		size, err := strconv.Atoi(fields[5])
		require.NoError(t, err)
		names = append(names, fields[0])
		contents[fields[0]] = rest[60 : 60+size]
		if size%2 != 0 {
			require.Equal(t, byte('\n'), rest[60+size])
			size++
		}
		rest = rest[60+size:]
	}
	return names, contents
}

func TestDeb(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	out := filepath.Join(t.TempDir(), "tree.deb")
	require.NoError(t, deb(out, folder(t, at, 0o644), at))
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	names, parts := members(t, data, at)
	require.Equal(t, []string{"debian-binary", "control.tar.gz", "data.tar.gz"}, names)
	require.Equal(t, "2.0\n", string(parts["debian-binary"]))

	list, about := entries(t, parts["control.tar.gz"], at)
	require.Equal(t, "755 ./\n644 ./control\n644 ./md5sums\n", list)
	// In KiB: seven folders, one each, the program, two, and the page, one.
	require.Equal(t, control+"Installed-Size: 10\n", about["./control"])

	list, files := entries(t, parts["data.tar.gz"], at)
	require.Equal(t, `755 ./
755 ./usr/
755 ./usr/bin/
755 ./usr/bin/tree
755 ./usr/share/
755 ./usr/share/doc/
755 ./usr/share/doc/tree/
644 ./usr/share/doc/tree/copyright
755 ./usr/share/man/
755 ./usr/share/man/man1/
644 ./usr/share/man/man1/tree.1.gz
`, list)
	require.Equal(t, page, string(unzipped(t, []byte(files["./usr/share/man/man1/tree.1.gz"]))))
	var sums string
	for _, name := range []string{"usr/bin/tree", "usr/share/doc/tree/copyright", "usr/share/man/man1/tree.1.gz"} {
		sums += fmt.Sprintf("%x  %s\n", md5.Sum([]byte(files["./"+name])), name)
	}
	require.Equal(t, sums, about["./md5sums"])
}

// Debian's own program reads the package.
func TestDebInDebian(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is not here")
	}
	at := time.Unix(1_700_000_001, 0)
	out, root := filepath.Join(t.TempDir(), "tree.deb"), t.TempDir()
	require.NoError(t, deb(out, folder(t, at, 0o644), at))
	text, err := exec.Command("dpkg-deb", "--field", out, "Package", "Installed-Size").CombinedOutput()
	require.NoError(t, err, "%s", text)
	require.Equal(t, "Package: tree\nInstalled-Size: 10\n", string(text))
	text, err = exec.Command("dpkg-deb", "--extract", out, root).CombinedOutput()
	require.NoError(t, err, "%s", text)
	program, err := os.Stat(filepath.Join(root, "usr", "bin", "tree"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o755), program.Mode())
}

// TestSameBytes: what is written depends on names, contents and what is executable, and on nothing else.
func TestSameBytes(t *testing.T) {
	at := time.Unix(1_700_000_002, 0)
	for name, write := range map[string]func(out, folder string, at time.Time) error{
		"tree.deb": deb, "tree.tar.gz": archive, "tree.zip": archive,
	} {
		var packed [3][]byte
		for i, folder := range []string{
			folder(t, at, 0o644), folder(t, at.Add(-time.Hour), 0o600), folder(t, at, 0o644) + "/",
		} {
			out := filepath.Join(t.TempDir(), name)
			require.NoError(t, write(out, folder, at.Add(time.Duration(i/2)*time.Minute)))
			data, err := os.ReadFile(out)
			require.NoError(t, err)
			packed[i] = data
		}
		require.Equal(t, packed[0], packed[1], name)
		require.NotEqual(t, packed[0], packed[2], "%s: another time", name)
	}
}

// An archive begins with its own folder, and programs stay executable.
func TestArchive(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	out := filepath.Join(t.TempDir(), "tree")
	from := folder(t, at, 0o644)
	require.NoError(t, archive(out+".tar.gz", from, at))
	require.NoError(t, archive(out+".zip", from, at))
	data, err := os.ReadFile(out + ".tar.gz")
	require.NoError(t, err)
	list, _ := entries(t, data, at)
	require.Contains(t, list, "755 tree/\n755 tree/DEBIAN/\n644 tree/DEBIAN/control\n755 tree/usr/\n")
	require.Contains(t, list, "755 tree/usr/bin/tree\n")
	z, err := zip.OpenReader(out + ".zip")
	require.NoError(t, err)
	defer z.Close()
	var same string
	for _, f := range z.File {
		same += fmt.Sprintf("%o %s\n", f.Mode().Perm(), f.Name)
		require.Equal(t, strings.HasSuffix(f.Name, "/"), f.Mode().IsDir(), f.Name)
	}
	require.Equal(t, list, same)
}

func TestDebWithoutParts(t *testing.T) {
	out, from := filepath.Join(t.TempDir(), "tree.deb"), folder(t, time.Now(), 0o644)
	require.NoError(t, os.RemoveAll(filepath.Join(from, "usr")))
	require.ErrorIs(t, deb(out, from, time.Now()), os.ErrNotExist)
	require.ErrorIs(t, deb(out, t.TempDir(), time.Now()), os.ErrNotExist)
	require.NoFileExists(t, out)
}
