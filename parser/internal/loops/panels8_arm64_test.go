package loops

import "testing"

// Products of bytes are as defined where processors lack instructions that this one has, too.
func TestMap8WithoutDotProducts(t *testing.T) {
	defer func(old bool) { dotProducts = old }(dotProducts)
	dotProducts = false
	t.Run("", TestMap8)
}
