package han

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// traditional are words of a model, simplified the same ones.
var (
	traditional = strings.Fields("國家 經濟 發展 頭髮 理髮 以後 皇后 公里 這裏 為了 干涉 乾淨 幹部 麵包 面前 時間 學習 說話 電腦 讓 買 賣 馬路 鳥 魚 龍")
	simplified  = strings.Fields("国家 经济 发展 头发 理发 以后 皇后 公里 这里 为了 干涉 干净 干部 面包 面前 时间 学习 说话 电脑 让 买 卖 马路 鸟 鱼 龙")
)

func TestConvert(t *testing.T) {
	toTraditional, toSimplified := New(slices.Values(traditional)), New(slices.Values(simplified))
	for i, word := range simplified {
		text := "这" + word + "," // so that the script can be seen
		require.Equal(t, "這"+traditional[i]+",", toTraditional.Convert(text))
		require.Equal(t, text, toSimplified.Convert("這"+traditional[i]+","))
	}
	for _, c := range []struct{ text, want string }{
		{"发现头发", "發現頭髮"},
		{"他说：「以后见。」", "他說：「以後見。」"},
		{"皇后走了三公里,说话", "皇后走了三公里,說話"},
		{"国 家", "國 家"}, {"一只鸟", "一隻鳥"}, {"白面条", "白麵條"}, // by phrases, the second in a known variant
		{"", ""}, {"abc ёж 123", "abc ёж 123"}, {"\xff国", "\xff国"},
		// What is written in traditional characters or could be stays, and so does a mixture.
		{"皇后說面子", "皇后說面子"}, {"皇后面子", "皇后面子"}, {"說国話", "說国話"}, {"国說", "国說"},
	} {
		require.Equal(t, c.want, toTraditional.Convert(c.text), c.text)
	}
	require.Equal(t, "国", (*Converter)(nil).Convert("国"))
}

// TestNone: words of one script alone are needed, and enough of them.
func TestNone(t *testing.T) {
	for name, words := range map[string][]string{
		"nothing":  nil,
		"few":      traditional[:5],
		"both":     append(slices.Clone(traditional), simplified...),
		"alphabet": {"dog", "barks"},
	} {
		require.Nil(t, New(slices.Values(words)), name)
	}
}

// TestTables: characters are of the same length, so that words can be cut out of what was converted, and lead back.
func TestTables(t *testing.T) {
	require.Greater(t, strings.Count(pairs, "\n"), 2000)
	require.Greater(t, strings.Count(phrases, "\n"), 2000)
	for phrase := range strings.Lines(phrases) {
		require.Equal(t, 2, utf8.RuneCountInString(strings.TrimSpace(phrase)), phrase)
	}
	for line := range strings.Lines(pairs + phrases) {
		for _, c := range strings.TrimSpace(line) {
			require.Equal(t, 3, utf8.RuneLen(c), line)
			require.GreaterOrEqual(t, c, rune(firstHan), line)
		}
	}
	for c, all := range read().simplified {
		require.Len(t, all, 1, "%c", c)
		require.Contains(t, read().traditional[all[0]], c)
	}
}
