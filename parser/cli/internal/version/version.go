// Package version identifies this program by what was recorded when it was built.
//
//	fmt.Println(version.Text()) // v1.2.0 (commit 0123456789ab of 2026-11-23T03:30:00Z) go1.26 linux/amd64
package version

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// released is the version of a release, which its script passes to the linker.
var released string

// Release returns the version of a release, or else the one that the go command recorded.
func Release() string { return releaseOf(buildInfo()) }

// Text returns the version, the commit that the program was built from, if known, the compiler's
// version, and the system that it is for. The same program always returns the same.
func Text() string { return textOf(buildInfo()) }

func buildInfo() *debug.BuildInfo {
	info, _ := debug.ReadBuildInfo()
	return cmp.Or(info, &debug.BuildInfo{})
}

func releaseOf(info *debug.BuildInfo) string { return cmp.Or(released, info.Main.Version, "(unknown)") }

func textOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := releaseOf(info)
	if revision := settings["vcs.revision"]; revision != "" {
		text += " (commit " + revision[:min(12, len(revision))] + " of " + settings["vcs.time"]
		if settings["vcs.modified"] == "true" {
			text += ", modified"
		}
		text += ")"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s/%s", text, info.GoVersion, settings["GOOS"], settings["GOARCH"]))
}
