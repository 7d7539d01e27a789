package cli

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

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
		require.Equal(t, c.want, dataHome(getenv, c.system))
	}
}

func TestModelsNeedAPlace(t *testing.T) {
	e := &Env{Getenv: func(string) string { return "" }}
	_, err := e.findModel("", "en")
	require.ErrorIs(t, err, errModel)
	require.ErrorIs(t, e.setLatest(latestName, "en"), errModel)
}

func TestLanguageNamesAreChecked(t *testing.T) {
	for _, good := range []string{"en", "zh_gsd", "pt-BR", "X1"} {
		require.NoError(t, checkLanguage(good))
	}
	for _, bad := range []string{"", ".", "..", "../en", "a/b", `a\b`, "-x", "a b", "a.npz", "a\n"} {
		require.ErrorIs(t, checkLanguage(bad), errUsage)
	}
}

func TestModelNamesSayWhatIsBuilt(t *testing.T) {
	for _, c := range []struct {
		lang string
		kind transition.Kind
		want string
	}{
		{"en", transition.Dependencies, "en"},
		{"en", transition.Constituents, "en-brackets"},
		{"en-brackets", transition.Constituents, "en-brackets"},
		{"en", transition.Tags, "en-xpos"},
		{"en-xpos", transition.Tags, "en-xpos"},
	} {
		name, err := modelName(c.lang, c.kind, "xpos")
		require.NoError(t, err)
		require.Equal(t, c.want, name)
	}
	for _, lang := range []string{"en-brackets", "en-upos", "en-xpos", "en-feats"} {
		_, err := modelName(lang, transition.Dependencies, "")
		require.ErrorIs(t, err, errUsage)
	}
}
