package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// modules are those whose packages are in the program, except its own.
func modules(info *buildinfo.BuildInfo) (all []*debug.Module) {
	for _, m := range info.Deps {
		all = append(all, cmp.Or(m.Replace, m))
	}
	slices.SortFunc(all, func(a, b *debug.Module) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// The parts of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/) that are written.
type (
	bill struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
		Edges      []edge      `json:"dependencies"`
	}
	metadata struct {
		Time      string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		URL        string     `json:"purl,omitempty"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	edge struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// sbom writes what the go command recorded in the program: its modules with their checksums in go.sum,
// the standard library, and the settings of the build.
func sbom(w io.Writer, program string, info *buildinfo.BuildInfo, at time.Time) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	own := component{Type: "application", Ref: info.Main.Path, Name: info.Main.Path, Version: os.Getenv("VERSION"),
		Hashes: []hash{{"SHA-256", fmt.Sprintf("%x", sha256.Sum256(data))}}}
	for _, s := range info.Settings {
		own.Properties = append(own.Properties, property{"go:build:" + s.Key, s.Value})
	}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{at.Format(time.RFC3339), own}}
	add := func(path, version string, properties ...property) {
		url := "pkg:golang/" + path + "@" + version
		b.Components = append(b.Components, component{Type: "library", Ref: url, Name: path, Version: version, URL: url, Properties: properties})
	}
	add("std", strings.TrimPrefix(info.GoVersion, "go"))
	for _, m := range modules(info) {
		add(m.Path, m.Version, property{"go:sum", m.Sum})
	}
	b.Edges = []edge{{Ref: own.Ref}}
	for _, c := range b.Components {
		b.Edges[0].On = append(b.Edges[0].On, c.Ref)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

// licences writes the licences of Go and of all modules, and fails if a module has none.
func licences(w io.Writer, info *buildinfo.BuildInfo) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "This program contains parts of the following, under these licences.\n\n== Go, %s\n\n%s", info.GoVersion, text)
	for _, m := range modules(info) {
		dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", m.Path).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
		var files []string
		for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*"} {
			found, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), pattern))
			files = append(files, found...)
		}
		if files == nil {
			return fmt.Errorf("%s has no licence", m.Path)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "\n== %s %s, %s\n\n%s\n", m.Path, m.Version, filepath.Base(file), bytes.TrimSpace(text))
		}
	}
	return nil
}
