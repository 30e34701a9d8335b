#!/bin/sh
# Checks this package with openssl: each file against manifest.sha256, and each piece of sound against the chain in links.csv.
#
# Unpack the package and run in its folder:  sh verify.sh
# It uses no network. It ends with 0 where nothing is wrong, otherwise with 1. For hours of sound it takes much longer than
# verify.py, which checks the same, and the playable copies too.
cd "$(dirname "$0")" || exit 2
LC_ALL=C
export LC_ALL
problems=0
beginning=0000000000000000000000000000000000000000000000000000000000000000

wrong() {
  problems=$((problems + 1))
  printf 'WRONG  %s\n' "$1"
}

# SHA-256 of what comes in.
digest() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }

# So many bytes of a file, from an offset on.
slice() { tail -c "+$(($2 + 1))" "$1" 2>/dev/null | head -c "$3"; }

# Whether an earlier part has a link after which the fingerprint was this one.
is_known() {
  [ "$2" = "$beginning" ] ||
    awk -F , -v part="$1" -v head="$2" '$1 + 0 < part + 0 && $10 == head { found = 1 } END { exit !found }' links.csv
}

check_files() {
  while read -r own name; do
    if [ ! -f "$name" ]; then
      wrong "$name is missing"
    elif [ "$(digest <"$name")" != "$own" ]; then
      wrong "$name is not as manifest.sha256 has it"
    fi
  done <manifest.sha256
}

check_link() {
  if [ "$link" -ne "$expected" ]; then
    wrong "part $part: link $expected was expected, and link $link came"
    head=
  fi
  file=$original
  [ "$kind" = gap ] && file=gaps.txt
  if [ "$(slice "$file" "$offset" "$length" | digest)" != "$own" ]; then
    wrong "part $part, link $link ($kind, $time): its bytes in $file are missing or were changed"
  fi
  if [ -n "$head" ] && [ "$(printf %s "$head|$link|$kind|$wall|$monotonic|$own" | digest)" != "$chain" ]; then
    wrong "part $part, link $link ($kind, $time): its number, kind, time, fingerprint or place in the chain was changed"
  fi
  head=$chain
  expected=$((link + 1))
  [ "$kind" = gap ] && return
  [ "$offset" -eq "$end" ] || wrong "part $part, link $link: its bytes in $file do not follow those of the link before it"
  end=$((offset + length))
}

check_part() {
  if [ -z "$original" ]; then
    wrong "part $part was recorded, and nothing of it is here"
    return
  fi
  is_known "$part" "$starts" ||
    wrong "part $part: the part before it is missing or was changed: its chain begins with an unknown fingerprint"
  head=$starts
  expected=0
  end=0
  while IFS=, read -r its_part link kind offset length time wall monotonic own chain; do
    [ "$its_part" != "$part" ] || check_link
  done <links.csv
  [ "$head" = "$ends" ] ||
    wrong "part $part: its end is missing or was changed: the chain does not end with the fingerprint in parts.csv"
  [ "$(wc -c <"$original")" -eq "$end" ] || wrong "$original is longer or shorter than its links"
  printf 'part %s was followed to its end: %s links\n' "$part" "$expected"
}

check_chain() {
  while IFS=, read -r part _ original _ starts ends _; do
    [ "$part" = part ] || check_part
  done <parts.csv
}

# Whether a key signed a line at a time: what it is about, the line, the key's name, the time, the signature.
check_signed() {
  row=$(grep "^$3," receipt-keys.csv 2>/dev/null | head -n 1)
  IFS=, read -r name public from until _ <<END
$row
END
  if [ -z "$name" ]; then
    wrong "$1: its key is not in receipt-keys.csv"
    return
  fi
  if [ "$4" -lt "$from" ] || { [ -n "$until" ] && [ "$4" -gt "$until" ]; }; then
    wrong "$1: its key was not valid at that time"
  fi
  # What stands before the 32 bytes of an Ed25519 key (RFC 8410).
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && printf %s "$public" | openssl base64 -d -A; } >"$folder/key"
  printf %s "$2" >"$folder/line"
  printf %s "$5" | openssl base64 -d -A >"$folder/signature"
  if openssl pkeyutl -verify -pubin -keyform DER -inkey "$folder/key" -rawin -in "$folder/line" -sigfile "$folder/signature" >/dev/null 2>&1; then
    times=$((times + 1))
  else
    wrong "$1: it was changed, or somebody else signed it"
  fi
}

check_times() {
  times=0
  folder=$(mktemp -d) || exit 2
  if [ -f receipts.csv ]; then
    while IFS=, read -r time unix head key signature; do
      [ "$time" != time ] || continue
      check_signed "the receipt of $time" "receipt|1|$head|$unix|$key" "$key" "$unix" "$signature"
      awk -F , -v head="$head" '$10 == head { found = 1 } END { exit !found }' links.csv ||
        printf 'note   the receipt of %s: the chain has no such fingerprint; what it stood for was deleted or cut off\n' "$time"
    done <receipts.csv
  fi
  if [ -f gaps.txt ]; then
    while read -r one two three four line signature; do
      [ "$one $two $three $four" = "Number from the server:" ] || continue
      rest=${line#*|*|*|}
      unix=${rest%%|*}
      case $line in
        nonce\|*) check_signed "the number of $unix" "$line" "${line##*|}" "$unix" "$signature" ;;
        *) wrong "the number of $unix: it is no number" ;;
      esac
    done <gaps.txt
  fi
  rm -r "$folder"
}

check_files
check_chain
check_times
if [ "$problems" -ne 0 ]; then
  printf '\nRESULT: %s wrong.\n' "$problems"
  exit 1
fi
printf '\nRESULT: nothing is wrong. Nothing was changed since the device wrote it.\n'
if [ "$times" -ne 0 ]; then
  printf '%s times were signed, by whoever has the key: compare it with the one published at the address in receipt-keys.csv.\n' "$times"
else
  printf 'When that was, only the clock of the device says.\n'
fi
