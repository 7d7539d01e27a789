package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClitics: models know what their language joins by a hyphen, even if their treebank has little of it.
func TestClitics(t *testing.T) {
	for lang, lines := range map[string][][2]string{
		"fr": {
			{"Y a-t-il une gare ?", "Y a -t-il une gare ?"},
			{"Donne-le-moi.", "Donne -le -moi ."},
			{"Allez-y !", "Allez -y !"},
			{"Comment s'appelle-t-elle ?", "Comment s' appelle -t-elle ?"},
			{"Peut-être viendrons-nous au rendez-vous.", "Peut-être viendrons -nous à le rendez-vous ."},
			{"Celui-là habite près de l'arc-en-ciel.", "Celui-là habite près de l' arc-en-ciel ."},
		},
		"pt": {
			{"Vê-lo seria bom.", "Vê lo seria bom ."},
			{"Diz-se que sim.", "Diz se que sim ."},
			{"Dar-lhe-ei o livro.", "Darei lhe o livro ."},
		},
	} {
		p := modelOf(t, lang)
		for _, line := range lines {
			require.Equal(t, line[1], strings.TrimSpace(strings.Join(formsOf(cutText(t, p, line[0])), " ")))
		}
	}
}

// TestVietnameseMarks: the treebank has blanks around all marks, text has none before them.
func TestVietnameseMarks(t *testing.T) {
	p := modelOf(t, "vi")
	got := formsOf(cutText(t, p, `Xin chào, tôi là An. Anh ấy nói: tôi đi Hà Nội, rồi về. (Đúng không?) "Vâng!"`))
	require.Equal(t, "Xin|chào|,|tôi|là|An|.||Anh|ấy|nói|:|tôi|đi|Hà Nội|,|rồi|về|.|", strings.Join(got[:20], "|"))
	for _, mark := range []string{"(", "?", ")", `"`, "!"} {
		require.Contains(t, got, mark)
	}
}
