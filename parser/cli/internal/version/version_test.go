package version

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextOfBuilds(t *testing.T) {
	system := []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}, {Key: "GOOS", Value: "linux"}}
	commit := []debug.BuildSetting{
		{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.time", Value: "2026-11-23T03:30:00Z"},
	}
	for want, info := range map[string]*debug.BuildInfo{
		"v1.2.0 go1.30 linux/arm64": {GoVersion: "go1.30", Main: debug.Module{Version: "v1.2.0"}, Settings: system},
		"v1.2.0 (commit 0123456789ab of 2026-11-23T03:30:00Z) go1.30 linux/arm64": {
			GoVersion: "go1.30", Main: debug.Module{Version: "v1.2.0"}, Settings: append(commit[:3:3], system...),
		},
		"(devel) (commit 0123456789ab of 2026-11-23T03:30:00Z, modified) go1.30 linux/arm64": {
			GoVersion: "go1.30", Main: debug.Module{Version: "(devel)"},
			Settings: append(append(commit[:3:3], debug.BuildSetting{Key: "vcs.modified", Value: "true"}), system...),
		},
		"(unknown) go1.30 linux/arm64": {GoVersion: "go1.30", Settings: system},
	} {
		require.Equal(t, want, textOf(info))
	}
}
