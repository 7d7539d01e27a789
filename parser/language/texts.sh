#!/usr/bin/env bash
# Makes the texts of sources.tsv that come from packages of Debian: texts.sh FOLDER, which gets debian/NAME.txt, a
# paragraph or message a line. It needs apt-get, dpkg-deb, unzip and msgunfmt (of gettext).
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${1:?folder for the texts}/debian"
out=$(cd "$1/debian" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
game=(wesnoth-1.16-{data,httt,did,ei,low,utbs}) # its core and some of its stories

# help prints the paragraphs of pages of LibreOffice in HTML.
help() {
	find "$1" -path '*/text/*.html' | sort | xargs cat | sed -n 's/.*<p [^>]*class="paragraph"[^>]*>\(.*\)<\/p>.*/\1/p' |
		sed 's/<[^>]*>//g; s/&[a-z]*;/ /g' | awk 'NF > 3 && !seen[$0]++'
}

# messages prints the messages of Firefox, from files of Fluent and of properties.
messages() {
	find "$1" -name '*.xpi' -exec unzip -qo {} -d "$1/messages" \;
	find "$1/messages" -name '*.ftl' -o -name '*.properties' | sort | xargs sed -n 's/^[^#=]*= *//p; s/^    \([^.}[].*\)/\1/p' |
		sed 's/{[^}]*}/ /g; s/<[^>]*>/ /g; s/%[0-9$]*S/ /g; s/\\u[0-9A-Fa-f]*/ /g; s/\\n/ /g' | awk 'NF > 2 && !seen[$0]++'
}

# stories prints what a game says.
stories() {
	find game -path "*/locale/$1/*" -name '*.mo' | sort | while read -r file; do
		msgunfmt --no-wrap "$file" | awk '/^msgid / { inside = 0 }
			/^msgstr / { inside = 1; sub(/^msgstr /, "") }
			/^"/ && inside { gsub(/^"|"$/, ""); printf "%s", $0 }
			/^$/ && inside { print ""; inside = 0 }'
	done | sed 's/\\n/ /g; s/\\"/"/g; s/<[^>]*>//g; s/[$|][a-z_.]*//g' | awk 'NF > 2 && !seen[$0]++'
}

mapfile -t names < <(sed -n 's/^[^#\t]*\tdebian\/\([^\t]*\)\.txt\t.*/\1/p' "$here/sources.tsv" | sort -u)
mapfile -t packages < <(printf '%s\n' "${names[@]}" | grep -v ^wesnoth)
apt-get download -q "${packages[@]}" "${game[@]}" >&2
for package in "${game[@]}"; do
	mkdir -p game
	dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x -C game --wildcards '*.mo'
done
for name in "${names[@]}"; do
	if [[ $name == wesnoth-* ]]; then
		stories "${name#wesnoth-}" >"$name.all"
		continue
	fi
	mkdir package
	dpkg-deb -x "$name"_*.deb package
	if [[ $name == libreoffice-help-* ]]; then
		help package >"$name.all"
	else
		messages package >"$name.all"
	fi
	rm -r package
done
# What several languages have is what nobody has translated.
cat ./*.all | sort | uniq -d >untranslated
for file in *.all; do
	awk 'NR == FNR { skip[$0] = 1; next } !($0 in skip)' untranslated "$file" >"$out/${file%.all}.txt"
done
