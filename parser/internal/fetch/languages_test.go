package fetch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCode: a language goes by its code, its name in English and its own, in capitals or not, with accents or without.
func TestCode(t *testing.T) {
	codes := []string{"en", "da", "da-brackets", "en-amr", "zh", "fr", "cy", "no", "gd", "vi"}
	for name, want := range map[string]string{
		"da": "da", "DA": "da", "dan": "da", "Danish": "da", "danish": "da", "dansk": "da", "DANSK": "da",
		"English": "en", "eng": "en", "中文": "zh", "Chinese": "zh", "français": "fr", "FRANÇAIS": "fr", "francais": "fr",
		"Welsh": "cy", "Cymraeg": "cy", "Norwegian": "no", "norsk bokmål": "no", "Scottish Gaelic": "gd", "scottish_gaelic": "gd",
		"Tiếng Việt": "vi", "tieng viet": "vi", "da-brackets": "da-brackets",
		"": "", "Swedish": "", "sv": "", "dans": "", "x": "", "en-": "",
	} {
		code, err := Code(name, codes)
		require.NoError(t, err)
		require.Equal(t, want, code, name)
	}
}

// TestListsKnowLanguages by their names, too.
func TestListsKnowLanguages(t *testing.T) {
	models, err := Models()
	require.NoError(t, err)
	treebanks, err := List()
	require.NoError(t, err)
	for _, name := range []string{"dansk", "Dansk", "DAN", "Danish"} {
		require.Equal(t, "da", FindModel(models, name).Name, name)
		found, err := Find(treebanks, name)
		require.NoError(t, err)
		require.Equal(t, "da_ddt", found.Code, name)
	}
	require.Nil(t, FindModel(models, "English"), "neither brackets nor graphs are English in general")
}
