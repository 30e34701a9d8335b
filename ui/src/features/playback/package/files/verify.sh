#!/bin/sh
# Checks this package with openssl: each file against manifest.sha256, and each piece of sound against the chain in links.csv.
#
# Unpack the package and run in its folder:  sh verify.sh
# It uses no network. It ends with 0 where nothing is wrong, otherwise with 1. For hours of sound it takes much longer than
# verify.py, which checks the same but for who signed the tokens, and the playable copies too.
#
# Time-stamp tokens (tokens/, RFC 3161) are signed by an authority. With its root certificate, which you get from the authority
# itself, it is also checked that this authority signed them:  sh verify.sh ROOT.pem  or  TSA_CA=ROOT.pem sh verify.sh
authority=${1:-${TSA_CA:-}}
case $authority in
  "" | /*) ;;
  *) authority=$PWD/$authority ;;
esac
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

# Whether the authority signed the token, with what else openssl is told.
is_stamped() {
  openssl ts -verify -digest "$head" -in "$token" -token_in -CAfile "$authority" "$@" >/dev/null 2>>"$folder/reason"
}

# Whether an authority signed a token, or without a root certificate, whether the certificate in the token signed it.
check_signer() {
  : >"$folder/reason"
  if [ -z "$authority" ]; then
    if openssl cms -verify -inform DER -in "$token" -noverify -out "$folder/stamp" 2>/dev/null; then
      printf '%s names %s for %s. It is not checked that an authority signed it.\n' "$token" "$moment" "$head"
    else
      wrong "$token was changed: its signature does not fit"
    fi
  # A certificate that has expired since then was valid at the time of the token.
  elif is_stamped || is_stamped -attime "$(printf %s "$moment" | unix)"; then
    signed=$((signed + 1))
    printf '%s: signed for %s on %s, by the authority of %s\n' "$token" "$head" "$moment" "$authority"
  else
    reason=$(grep error: "$folder/reason" | tail -n 1 | sed 's/^.*error:[0-9A-F]*://')
    wrong "$token: it is not shown that the authority of $authority signed it: $reason"
  fi
}

check_token() {
  if ! openssl ts -reply -in "$token" -token_in -text >"$folder/text" 2>/dev/null; then
    wrong "$token is missing, or no time-stamp token"
    return
  fi
  imprint=$(sed -n 's/^ *00[01]0 - \(.\{47\}\).*/\1/p' "$folder/text" | tr -d ' \n-')
  moment=$(sed -n 's/^Time stamp: //p' "$folder/text")
  if [ "$imprint" != "$head" ] || ! grep -q '^Hash Algorithm: sha256$' "$folder/text"; then
    wrong "$token is for another fingerprint than tokens.csv has"
  elif [ "$(printf %s "$moment" | seconds)" != "${time%.*}" ]; then
    wrong "$token names another time than tokens.csv has: $moment"
  else
    tokens=$((tokens + 1))
    check_signer
    awk -F , -v head="$head" '$10 == head { found = 1 } END { exit !found }' links.csv ||
      printf 'note   %s: the chain has no such fingerprint; what it stood for was deleted or cut off\n' "$token"
  fi
}

# A time as openssl writes it, as tables have it, to the second.
seconds() {
  awk '{ printf "%04d-%02d-%02dT%s", $4, (index("JanFebMarAprMayJunJulAugSepOctNovDec", $1) + 2) / 3, $2, substr($3, 1, 8) }'
}

# The same in Unix seconds. Years begin in March here, so that a day is added at their end.
unix() {
  awk '{
    month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", $1) + 2) / 3
    year = month < 3 ? $4 - 1 : $4
    split($3, time, "[:.]")
    days = 365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * ((month + 9) % 12) + 2) / 5) + $2 - 719469
    printf "%.0f", days * 86400 + time[1] * 3600 + time[2] * 60 + time[3]
  }'
}

check_tokens() {
  tokens=0
  signed=0
  for token in tokens/*; do
    [ ! -f "$token" ] || grep -q "^$token," tokens.csv 2>/dev/null || wrong "$token is not in tokens.csv"
  done
  [ -f tokens.csv ] || return
  while IFS=, read -r token time head; do
    [ "$token" = token ] || check_token
  done <tokens.csv
}

check_times() {
  times=0
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
}

check_files
check_chain
folder=$(mktemp -d) || exit 2
check_times
check_tokens
rm -r "$folder"
if [ "$problems" -ne 0 ]; then
  printf '\nRESULT: %s wrong.\n' "$problems"
  exit 1
fi
printf '\nRESULT: nothing is wrong. Nothing was changed since the device wrote it.\n'
if [ "$times" -ne 0 ]; then
  printf '%s times were signed, by whoever has the key: compare it with the one published at the address in receipt-keys.csv.\n' "$times"
elif [ "$tokens" -eq 0 ]; then
  printf 'When that was, only the clock of the device says.\n'
fi
if [ "$tokens" -ne "$signed" ]; then
  printf 'The time of a token counts once it is known who signed it: run  sh verify.sh ROOT.pem  with the root certificate of the authority.\n'
fi
printf 'Whoever has this package could write all of it anew:\n'
printf 'compare the last fingerprint with one that was noted before, such as that of the printed report.\n'
