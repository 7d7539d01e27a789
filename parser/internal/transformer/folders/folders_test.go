package folders

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The folders of PARSER_ENCODERS come first, then the one in the user's data folder, if that is known.
func TestEncoders(t *testing.T) {
	data, list := t.TempDir(), string(os.PathListSeparator)+"a"+string(os.PathListSeparator)+"b"
	own := filepath.Join(data, "parser", "encoders")
	for _, c := range []struct {
		env  map[string]string
		want []string
	}{
		{map[string]string{}, nil},
		{map[string]string{"XDG_DATA_HOME": data}, []string{own}},
		{map[string]string{"PARSER_ENCODERS": list}, []string{"a", "b"}},
		{map[string]string{"PARSER_ENCODERS": list, "XDG_DATA_HOME": data}, []string{"a", "b", own}},
	} {
		require.Equal(t, c.want, Encoders(func(name string) string { return c.env[name] }), c.env)
	}
}

func TestDataHomeDependsOnTheSystem(t *testing.T) {
	for _, c := range []struct {
		system, xdg, home, local, want string
	}{
		{"linux", "", "/home/u", "", "/home/u/.local/share"},
		{"linux", "/data", "/home/u", "", "/data"},
		{"linux", "relative", "/home/u", "", "/home/u/.local/share"},
		{"linux", "", "", "", ""},
		{"darwin", "", "/Users/u", "", "/Users/u/Library/Application Support"},
		{"windows", "", "", `C:\Users\u\AppData\Local`, `C:\Users\u\AppData\Local`},
	} {
		getenv := func(name string) string {
			return map[string]string{"XDG_DATA_HOME": c.xdg, "HOME": c.home, "LocalAppData": c.local}[name]
		}
		require.Equal(t, c.want, Data(getenv, c.system))
	}
}
