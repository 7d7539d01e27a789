package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// released is the version of a release, which its script tells the linker.
var released string

// release returns the version of the program: that of a release, or the one that the go command
// recorded.
func release() string { return releaseOf(buildInfo()) }

// version says which program this is.
func version() string { return versionOf(buildInfo()) }

// buildInfo is what the go command recorded of the program.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

func releaseOf(info *debug.BuildInfo) string { return cmp.Or(released, info.Main.Version, "(unknown)") }

// versionOf is the version of a program, the commit that it was built from, where that is
// known, the compiler's version, and the system it is for. All of it was recorded when the
// program was built, so that the same program always says the same.
func versionOf(info *debug.BuildInfo) string {
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
