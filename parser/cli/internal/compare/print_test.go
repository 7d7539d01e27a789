package compare

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLetters(t *testing.T) {
	list := headed(28)
	require.Equal(t, []string{"A", "B", "Z", "#27", "#28"}, append(list[:2:2], list[25:]...))
}

func TestPText(t *testing.T) {
	require.Equal(t, []string{"1.0000", "0.0312", "0.0001", "1e-05"}, []string{pText(1), pText(0.03125), pText(1.0 / 10001), pText(1e-5)})
}
