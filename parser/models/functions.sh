# Functions of train.sh and multi.sh, which source this.

# words counts the words of treebanks.
words() {
	zcat "$@" | grep -c '^[0-9]*	'
}

# once runs a command, unless a training that was ended had run it to its end.
once() {
	if [[ ! -e $1.done ]]; then
		"${@:2}"
		touch "$1.done"
	fi
}

# unseen prints the sentences of a file that do not occur, word for word, in others.
unseen() {
	awk -v RS= -v ORS='\n\n' '
		{
			text = ""
			for (n = split($0, lines, "\n"); n > 0; n--) if (split(lines[n], columns, "\t") == 10) text = columns[2] " " text
		}
		!last { seen[text] }
		last && !(text in seen)' <(zcat "${@:2}") last=1 <(zcat "$1")
}

# tested links a treebank's files, which begin in this way, under a name. Of a dev that has many sentences of train only the
# others are left: it then reports success.
tested() {
	local part
	for part in train dev; do
		ln -sf "$1$part.conllu.gz" "$2.$part.conllu.gz"
	done
	if (($(zcat "$2.dev.conllu.gz" | grep -c '^1	') <= $(unseen "$2.dev.conllu.gz" "$2.train.conllu.gz" | grep -c '^1	') * 11 / 10)); then
		return 1
	fi
	unseen "$1dev.conllu.gz" "$2.train.conllu.gz" | gzip -n >dev.gz
	mv dev.gz "$2.dev.conllu.gz" # in place of the link
}
