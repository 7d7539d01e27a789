package fetch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func readList(t *testing.T, text string) ([]Treebank, error) {
	t.Helper()
	return ReadList(text, "list")
}

// TestList: the list of the program is sound, and a language stands for its first treebank.
func TestList(t *testing.T) {
	list, err := List()
	require.NoError(t, err)
	require.Greater(t, len(list), 80)
	for _, own := range list {
		require.Equal(t, strings.ToLower(own.Name[strings.LastIndex(own.Name, "-")+1:]), own.Code[len(own.Lang())+1:], "codes end as names do")
		require.Len(t, own.Parts, 3)
		found, err := Find(list, own.Name)
		require.NoError(t, err)
		require.Equal(t, own, *found)
	}
	for name, want := range map[string]string{
		"UD_Danish-DDT": "da_ddt", "danish-ddt": "da_ddt", "da_ddt": "da_ddt", "DA-DDT": "da_ddt", "da": "da_ddt", "Danish": "da_ddt",
		"en": "en_ewt", "en_gum": "en_gum", "English": "en_ewt", "old church slavonic": "cu_proiel", "no": "no_bokmaal", "zh": "zh_gsd",
	} {
		found, err := Find(list, name)
		require.NoError(t, err, name)
		require.Equal(t, want, found.Code, name)
	}
	for _, name := range []string{"", "UD_", "d", "da_", "../da", "Danish-EWT"} {
		_, err := Find(list, name)
		require.ErrorIs(t, err, ErrUnknown, name)
	}
}

// TestReadList: licences and checksums may be missing; other releases have none.
func TestReadList(t *testing.T) {
	digest := strings.Repeat("0f", 32)
	list, err := readList(t, "\ufeff# name\n\nUD_Toy-Toy\txx_toy\tr1.0\t-\ttrain:"+digest+" test\r\nUD_Old_Toy-A1\totx_a1\tmaster\tCC BY 4.0\tdev")
	require.NoError(t, err)
	require.Equal(t, []Treebank{
		{"UD_Toy-Toy", "xx_toy", "r1.0", "", []Part{{"train", digest}, {"test", ""}}},
		{"UD_Old_Toy-A1", "otx_a1", "master", "CC BY 4.0", []Part{{"dev", ""}}},
	}, list)
	same, err := list[0].At("r1.0")
	require.NoError(t, err)
	require.Equal(t, list[0], *same)
	other, err := list[0].At("r1.1")
	require.NoError(t, err)
	require.Equal(t, Treebank{"UD_Toy-Toy", "xx_toy", "r1.1", "", []Part{{"train", ""}, {"test", ""}}}, *other)
	for _, bad := range []string{"", "..", "a/b", "r1..2", "-r", "r1.", `a\b`, "a b", "a?b", "a%2f"} {
		_, err := list[0].At(bad)
		require.ErrorIs(t, err, ErrList, bad)
	}
}

// TestBadLists are refused with the line; no name leads elsewhere.
func TestBadLists(t *testing.T) {
	good := "UD_Toy-Toy\txx_toy\tr1.0\t-\ttrain"
	for _, c := range []struct{ old, new, want string }{
		{"\ttrain", "", "4 fields, not name, code, release, licence, parts"},
		{"\t", " ", "1 fields, not"},
		{"UD_Toy-Toy", "UD_../..-Toy", `"UD_../..-Toy" is no name`},
		{"UD_Toy-Toy", "Toy-Toy", `"Toy-Toy" is no name`},
		{"xx_toy", "xx_toy/..", `"xx_toy/.." is no code`},
		{"xx_toy", "xx", `"xx" is no code`},
		{"r1.0", "r1/..", `"r1/.." is no release`},
		{"train", "", "no parts"},
		{"train", "train dev/../x", `"dev/../x" is not one of train, dev, test`},
		{"train", "train train", "train twice"},
		{"train", "train:12", `"12" is no SHA-256`},
		{"train", "train:", `"" is no SHA-256`},
		{"train", "train\n" + good, "xx_toy stands in it twice"},
	} {
		_, err := readList(t, "#\n"+strings.ReplaceAll(good, c.old, c.new))
		require.ErrorIs(t, err, ErrList)
		require.ErrorContains(t, err, ": wrong list: ")
		require.ErrorContains(t, err, c.want)
		require.ErrorContains(t, err, "list:")
	}
}

// FuzzReadList: whatever a list contains, its names are not paths.
func FuzzReadList(f *testing.F) {
	f.Add("UD_Toy-Toy\txx_toy\tr1.0\t-\ttrain:" + strings.Repeat("0f", 32) + " test\n")
	f.Add("UD_Toy-Toy\txx_toy\tmaster\tCC\ttrain dev test")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadList(text, "list")
		if err != nil {
			return
		}
		for _, own := range list {
			require.NotContains(t, own.Name+own.Code+own.Release, "/")
			require.NotContains(t, own.Name+own.Code+own.Release, "..")
			found, err := Find(list, own.Code)
			require.NoError(t, err)
			require.NotNil(t, found)
		}
	})
}
