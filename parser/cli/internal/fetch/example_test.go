package fetch_test

import (
	"fmt"

	"parser/parser/cli/internal/fetch"
)

// A language stands for the first of its treebanks.
func ExampleFind() {
	list, err := fetch.List()
	if err != nil {
		fmt.Println(err)
		return
	}
	treebank, err := fetch.Find(list, "da")
	fmt.Println(treebank.Name, treebank.Code, treebank.Licence, err)
	_, err = fetch.Find(list, "Klingon")
	fmt.Println(err)
	// Output:
	// UD_Danish-DDT da_ddt CC BY-SA 4.0 <nil>
	// unknown treebank: "Klingon"
}
