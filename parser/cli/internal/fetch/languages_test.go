package fetch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"parser/testdata/testkit"
)

// TestLanguages: the table has all languages with a code of two letters, and those of the treebanks in the list. The
// program has no other part of the library that knows them, which would take megabytes and time at each start.
func TestLanguages(t *testing.T) {
	var codes []string
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			codes = append(codes, string(a)+string(b))
		}
	}
	treebanks, err := List()
	require.NoError(t, err)
	for i, own := range treebanks {
		if code := own.Lang(); len(code) == 3 && (i == 0 || treebanks[i-1].Lang() != code) {
			codes = append(codes, code)
		}
	}
	var table strings.Builder
	for _, code := range codes {
		base, err := language.ParseBase(code)
		name := display.English.Languages().Name(language.Make(code))
		if err != nil || name == "" || name == "Unknown language" {
			continue
		}
		row := []string{code, base.ISO3(), name}
		if self := display.Self.Name(language.Make(code)); self != "" {
			row = append(row, self)
		}
		fmt.Fprintln(&table, strings.Join(row, "\t"))
	}
	fmt.Fprint(&table, "hyw\thyw\tWestern Armenian\tարեւմտահայերէն\npcm\tpcm\tNaija\tNaijá\n") // which the library lacks
	testkit.Golden(t, "languages.tsv", table.String())
}

// TestCode: a language goes by its code, its name in English and its own, in capitals or not, with accents or without.
func TestCode(t *testing.T) {
	codes := []string{"en", "da", "da-brackets", "en-amr", "zh", "fr", "cy", "no", "gd", "vi", "he", "hi"}
	for name, want := range map[string]string{
		"da": "da", "DA": "da", "dan": "da", "Danish": "da", "danish": "da", "dansk": "da", "DANSK": "da",
		"English": "en", "eng": "en", "中文": "zh", "Chinese": "zh", "français": "fr", "FRANÇAIS": "fr", "francais": "fr",
		"Welsh": "cy", "Cymraeg": "cy", "Norwegian": "no", "norsk bokmål": "no", "Scottish Gaelic": "gd", "scottish_gaelic": "gd",
		"Tiếng Việt": "vi", "tieng viet": "vi", "da-brackets": "da-brackets",
		"da-DK": "da", "zh_TW": "zh", "zh-Hant": "zh", "zh-Hans-SG": "zh", "en-001": "en", "iw": "he", "iw-IL": "he",
		"हिंदी": "hi", "हिन्दी": "hi",
		"da-dk": "", "da-DKX": "", "sv-SE": "", "da-Old": "",
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
	require.Equal(t, "en-small", FindModel(models, "English").Name, "neither brackets nor graphs are English in general")
}

// TestCodeOf: of all languages, not only those that have models.
func TestCodeOf(t *testing.T) {
	for name, want := range map[string]string{
		"br": "br", "BRE": "br", "Breton": "br", "brezhoneg": "br", "Français": "fr", "francais": "fr", "sme": "se", "hyw": "hyw", "gum": "", "": "",
	} {
		require.Equal(t, want, CodeOf(name), name)
	}
}

func TestNames(t *testing.T) {
	for code, want := range map[string][2]string{
		"da": {"Danish", "dansk"}, "sme": {"Northern Sami", "davvisámegiella"}, "la": {"Latin", ""}, "hyw": {"Western Armenian", "արեւմտահայերէն"},
		"unknown": {}, "": {},
	} {
		english, own := Names(code)
		require.Equal(t, want, [2]string{english, own}, code)
	}
}
