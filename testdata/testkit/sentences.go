package testkit

// CoNLLU is a sentence with everything that CoNLL-U has.
const CoNLLU = "# newdoc\n" +
	"# sent_id = s1\n" +
	"# text = I'm in New York.\n" +
	"1-2\tI'm\t_\t_\t_\t_\t_\t_\t_\t_\n" +
	"1\tI\tI\tPRON\tPRP\tCase=Nom|Number=Sing\t4\tnsubj\t4:nsubj\t_\n" +
	"2\t'm\tbe\tAUX\tVBP\t_\t4\tcop\t_\t_\n" +
	"2.1\tx\t_\t_\t_\t_\t_\t_\t4:dep\t_\n" +
	"3\tin\tin\tADP\tIN\t_\t4\tcase\t_\t_\n" +
	"4\tNew York\tNew York\tPROPN\tNNP\t_\t0\troot\t0:root\tSpaceAfter=No\n" +
	"5\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_\n" +
	"\n"

// CoNLLX is a sentence of CoNLL-X.
const CoNLLX = "1\tHunde\tHund\tN\tNN\tpl|nom\t2\tSB\t2\tSB\n" +
	"2\tbellen\tbellen\tV\tVVFIN\t_\t0\tROOT\t0\tROOT\n\n"
