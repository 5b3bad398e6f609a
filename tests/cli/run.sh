#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# What `taut` promises to whoever types it or calls it from a script: exit codes, what goes to
# stdout and what to stderr, JSON that is JSON, hashes that agree.
#
#     tests/cli/run.sh build/taut
#
# One line per promise, `ok` or `FAIL`; exit code 1 when one is broken. Needs a POSIX shell, awk,
# timeout and script (bsdutils).

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: $0 PATH_OF_TAUT" >&2
    exit 2
fi
case $1 in
/*) taut=$1 ;;
*) taut=$(pwd)/$1 ;;
esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
unset NO_COLOR
failed=0

# verdict NAME: passes when the command before it did.
verdict() {
    if [ $? -eq 0 ]; then
        echo "ok    $1"
    else
        echo "FAIL  $1"
        failed=1
    fi
}

# t ARGUMENTS: runs taut; leaves $code, the files stdout and stderr.
t() {
    "$taut" "$@" >stdout 2>stderr </dev/null
    code=$?
}

# exits CODE ARGUMENTS: taut with these arguments ends in CODE.
exits() {
    want=$1
    shift
    t "$@"
    [ "$code" -eq "$want" ]
    verdict "exit $want: taut $*"
}

# says NAME WORDS: stderr of the last run has these words.
says() {
    grep -qF -- "$2" stderr
    verdict "$1"
}

# Exit code 0 when the file holds one JSON value (RFC 8259). Strings become S and other scalars V;
# then arrays and objects of those become V until nothing changes. One V must be left.
is_json() {
    awk '
        { text = text $0 "\n" }
        END {
            gsub(/\\["\\\/bfnrt]/, "", text)
            gsub(/\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "", text)
            gsub(/"[^"\\]*"/, "S", text)
            gsub(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/, "V", text)
            gsub(/true|false|null/, "V", text)
            gsub(/[ \t\r\n]+/, "", text)
            do {
                before = text
                gsub(/\[\]|\{\}/, "V", text)
                gsub(/\[[SV](,[SV])*\]/, "V", text)
                gsub(/\{S:[SV](,S:[SV])*\}/, "V", text)
            } while (text != before)
            exit text == "V" ? 0 : 1
        }' "$1"
}

# member FILE KEY: the value of a key of the outermost object.
member() {
    sed -n "s/^  \"$2\": \(.*[^,]\),\{0,1\}\$/\1/p" "$1" | tr -d '"'
}

# The checker of JSON is checked first.
printf '{"a": [1, -2.5e-3, true, null, "x\\"y\\u00fc"], "b": {}}\n' >good
printf '{"a": nan}\n' >bad1
printf '{"a": 1,}\n' >bad2
printf '{"a": 01}\n' >bad3
printf '{"a": 1} {"b": 2}\n' >bad4
is_json good && ! is_json bad1 && ! is_json bad2 && ! is_json bad3 && ! is_json bad4
verdict "the JSON checker tells good from bad"

# Help --------------------------------------------------------------------------------------------

exits 2
[ ! -s stdout ] && grep -q '^usage:' stderr
verdict "without a command the help goes to stderr"
exits 0 --help
[ ! -s stderr ] && grep -q '^usage:' stdout && grep -q '^examples' stdout
verdict "--help goes to stdout and has examples"
cp stdout help
t help && cmp -s stdout help && t -h && cmp -s stdout help
verdict "help, -h and --help are the same"
t help help && [ $code -eq 0 ] && cmp -s stdout help
verdict "taut help help is the help"
for command in demo scenes run verify bench doctor; do
    t help $command
    cp stdout help
    t $command --help
    [ $code -eq 0 ] && cmp -s stdout help && grep -q '^examples' stdout
    verdict "taut $command --help is taut help $command, with examples"
done
exits 0 --version
grep -Eq '^taut [0-9]+\.[0-9]+\.[0-9]+$' stdout
verdict "--version is one line"

# Usage: exit code 2 ------------------------------------------------------------------------------

exits 2 rnu
says "a near miss of a command is guessed" 'Did you mean `run`?'
exits 2 help nothing
exits 2 run
exits 2 run chain-12 chain-12
exits 2 run chain-21
says "a near miss of a scene is guessed" 'Did you mean `chain-12`?'
exits 2 run chain-12 --frame 3
says "a near miss of an option is guessed" 'Did you mean `--frames`?'
exits 2 run RAGDOLL
says "case does not matter to a guess" 'Did you mean `ragdoll`?'
exits 2 run flag --png x.png
says "an option is guessed by the file that it takes" 'Did you mean `--picture`?'
exits 2 scenes flag --tag ragdoll
says "a tag that no scene named has is told" 'none of the scenes named has the tag `ragdoll`'
exits 2 bench stiffness extra
says "a word too many is told" '`bench stiffness` takes no scenes'
exits 2 run chain-12 --frames
exits 2 run chain-12 --json=yes
exits 2 run chain-12 --solver xpdb
says "a near miss of a solver is guessed" 'Did you mean `xpbd`?'
exits 2 run chain-12 --backend cuda
says "an unknown backend brings the list of backends" scalar
exits 2 run chain-12 --set no_such_key=1
says "an unknown key is named" no_such_key
exits 2 run chain-12 --set substeps
exits 2 run chain-12 --check --frames 3
exits 2 run chain-12 --check --target-stretch 1%
exits 2 run chain-12 --substeps-range 4:20
says "a range needs a budget" '--budget-us or --target-stretch'
exits 2 run chain-12 --choices-in x --target-stretch 1%
exits 2 run chain-12 --choices-in x --substeps 3
exits 2 scenes no-such-scene
exits 2 scenes --tag nosuch
says "an unknown tag is named" '`nosuch`'
says "an unknown tag brings the list of tags" diverges
exits 2 bench no-such-scene
exits 2 bench --case ghost-256 --tethers
says "a case that is a scene has tethers of its own" 'ghost-256 has no use for --tethers'
exits 2 bench --case ghost-256 --precision fast --json
says "and precision of its own" 'ghost-256 has no use for --precision'
exits 2 bench --case self-1024 --tethers
exits 2 bench --case stacks-512
says "a case of a GPU is told where it belongs" '`stacks-512` is a case of `taut bench cuda` alone'
exits 2 doctor now
[ ! -s stdout ]
verdict "mistakes print nothing on stdout"

# Bad input: exit code 3 --------------------------------------------------------------------------

for bad in 0 -1 10000001 ten 1.5 '' 99999999999999999999; do
    exits 3 run chain-12 --frames "$bad"
done
for bad in 0 -0.01 1.0001 1e-60 1e400 nan inf 0x1p-6 0,01 ''; do
    exits 3 run chain-12 --dt "$bad"
done
for bad in 0 10001 x; do
    exits 3 run chain-12 --substeps $bad
    exits 3 run chain-12 --iterations $bad
done
says "a bad value is named with its option" '--iterations x'
for bad in -1 x 257; do
    exits 3 run chain-12 --threads $bad
    exits 3 bench chain-12 --threads $bad
done
says "the range of threads is told" '256'
for bad in 0 -1 x nan 1e10 ''; do
    exits 3 run chain-12 --budget-us "$bad"
done
for bad in 0 0% % -1% 11 1%% x ''; do
    exits 3 run chain-12 --target-stretch "$bad"
done
for bad in 4 4: :4 0:4 5:4 4:10001 4:x 4:5:6 ''; do
    exits 3 run chain-12 --target-stretch 1% --substeps-range "$bad"
done
exits 3 run chain-12 --frames 3 --choices-in no/such/file
says "a file of choices that is not there is named" no/such/file
echo 'something else' >choices
exits 3 run chain-12 --frames 3 --choices-in choices
says "another file is told" 'no file of choices'
printf 'taut choices 1\n4\n5\n' >choices
exits 3 run chain-12 --frames 3 --choices-in choices
says "too few choices are counted" 'has 2 numbers, the run has 3 frames'
printf 'taut choices 1\n4\n0\n7\n' >choices
exits 3 run chain-12 --frames 3 --choices-in choices
says "a bad choice is named with its line" 'line 3: `0`'
exits 3 run stiffness-meter --frames 2 --target-stretch 1%
says "a comparison leaves nothing to choose" 'substeps of their own'
exits 3 run chain-12 --frames 2 --target-stretch 1% --choices-out no/such/directory/x
exits 3 run chain-12 --hash-every 0
exits 3 run chain-12 --expect-hash 12
exits 3 run chain-12 --expect-hash zzzzzzzzzzzzzzzz
exits 3 run chain-12 --frames 2 --plot no/such/directory/x.svg
says "a file that cannot be written is named" no/such/directory/x.svg
exits 3 run chain-12 --frames 2 --picture no/such/directory/x.png
for bad in - x.svg x .png ''; do
    exits 3 run chain-12 --frames 2 --picture "$bad"
done
says "the ending of a picture is explained" 'must end in .png'
for bad in - x.png x .svg; do
    exits 3 run chain-12 --frames 2 --plot "$bad"
done
says "the ending of a plot is explained" 'must end in .svg'
[ ! -e ./- ] && [ ! -e x ] && [ ! -e x.svg ] && [ ! -e x.png ]
verdict "a refused file name leaves no file"
: >file
exits 3 demo --frames 1 --out file/below

# Every parameter of every scene refuses what lies outside its range.
t scenes --json
is_json stdout
verdict "scenes --json is JSON"
sed -n 's/^      "name"/    "name"/; s/^ *"name": "\(.*\)",$/scene \1/p
    s/^ *{"key": "\([^"]*\)".*"max": \([^}]*\)}.*/key \1 \2/p' stdout >parameters
[ "$(grep -c '^scene ' parameters)" -gt 0 ]
verdict "scenes --json names scenes"
checked=0
wrong=0
while read -r what name max; do
    if [ "$what" = scene ]; then
        scene=$name
    else
        above=$(awk "BEGIN { printf \"%.17g\", $max > 0 ? 2 * $max + 1 : 1 - $max }")
        t run "$scene" --frames 1 --set "$name=$above"
        checked=$((checked + 1))
        if [ $code -ne 3 ] || ! grep -qF "$name" stderr; then
            echo "      $scene: --set $name=$above gave exit code $code"
            wrong=$((wrong + 1))
        fi
    fi
done <parameters
[ $wrong -eq 0 ]
verdict "values above the range of a parameter: $checked tried, each is refused and named"

# Counts and switches take whole numbers; whatever has a unit takes any.
exits 3 run cloth-100 --frames 1 --set size=10.7
says "a part of a particle is explained" 'must be a whole number'
exits 3 run cloth-25x18 --frames 1 --set diagonals=0.5
exits 0 run cloth-100 --frames 1 --set size=10
exits 0 run chain-12 --frames 1 --set drag=2.5
exits 0 run flag --frames 1 --set wind=6.5
exits 0 run grapple --frames 1 --set hero=70.5
t scenes --json
! grep '"whole": true' stdout | grep -Eq '"about": "([^"]* )?(m|kg|1/s|m/s|m/N)[",; ]'
verdict "no parameter with a unit must be whole"

# scenes ------------------------------------------------------------------------------------------

exits 0 scenes
grep -q '^chain-12 ' stdout && [ ! -s stderr ]
verdict "scenes lists chain-12"
exits 0 scenes chain-12
"$taut" scenes --json | sed -n 's/^ *"tags": \[\(.*\)\],$/\1/p' | tr -d '",' | tr ' ' '\n' |
    sort -u >tags
t scenes --help
sed -n 's/^Tags: \(.*\)\.$/\1/p' stdout | tr -d , | tr ' ' '\n' | sort >listed
[ -s tags ] && cmp -s tags listed
verdict "scenes --help lists every tag once"
if [ -e /dev/full ]; then
    "$taut" scenes >/dev/full 2>stderr
    [ $? -eq 1 ]
    verdict "exit 1 when stdout is full"
fi

# run ---------------------------------------------------------------------------------------------

exits 0 run chain-12 --frames 30 --json
cp stdout run.json
is_json run.json && [ ! -s stderr ]
verdict "run --json prints JSON and nothing else"
for key in scene frames particles constraints tethers substeps iterations solver direct backend \
    threads dt ms_per_frame max_stretch mean_stretch worst_stretch energy report achieved_stiffness memory hash; do
    [ -n "$(member run.json $key)" ]
    verdict "run --json has $key"
done
[ "$(member run.json scene) $(member run.json frames)" = "chain-12 30" ]
verdict "run --json tells scene and frames"
[ "$(member run.json particles) $(member run.json constraints)" = "12 11" ]
verdict "chain-12 has 12 particles and 11 links"
hash=$(member run.json hash)
echo "$hash" | grep -Eq '^[0-9a-f]{16}$'
verdict "a hash has 16 hexadecimal digits"
t run chain-12 --frames 30
grep -q "hash  *$hash\$" stdout
verdict "a second run, as a table, has the same hash"
for backend in auto scalar sse2 avx2 avx512 neon simd128; do
    t run chain-12 --frames 30 --backend $backend --expect-hash "$hash"
    [ $code -eq 0 ] || { [ $code -eq 2 ] && grep -q 'not part of this build' stderr; }
    verdict "backend $backend gives the same hash or is not built"
done
t run chain-12 --frames 30 --backend cuda --expect-hash "$hash"
[ $code -eq 0 ] || { [ $code -eq 2 ] && grep -Eq 'not to be had: (this build|there is no|no CUDA)' stderr; }
verdict "backend cuda gives the same hash or says why not"
exits 2 run chain-12 --backend cudda
says "a backend that nobody knows is called so" 'there is no backend `cudda`'
exits 2 run chain-12 --backend CUDA
says "a GPU by another name is known all the same" 'Did you mean `cuda`?'
for threads in 1 2 5; do
    exits 0 run chain-12 --frames 30 --threads $threads --json --expect-hash "$hash"
    [ "$(member stdout threads)" = $threads ]
    verdict "$threads threads are told"
done
exits 0 run chain-12 --frames 30 --threads 0 --json --expect-hash "$hash"
[ "$(member stdout threads)" -ge 1 ]
verdict "0 threads are as many as there are cores, and told"
exits 0 run --expect-hash="$hash" --frames=30 -- chain-12
exits 5 run chain-12 --frames 30 --expect-hash 0123456789abcdef
says "a mismatch tells the hash there is" "$hash"
exits 5 run chain-12 --frames 31 --expect-hash "$hash"

t run chain-12 --frames 35 --hash-every 10
grep -E '^[0-9]+ [0-9a-f]{16}$' stdout >lines
[ "$(cut -d' ' -f1 lines | tr '\n' ' ')" = "10 20 30 " ]
verdict "--hash-every 10 prints frames 10, 20 and 30"
[ "$(sed -n 's/^30 //p' lines)" = "$hash" ]
verdict "the hash on the way is the hash at the end of a shorter run"
t run chain-12 --frames 35 --hash-every 10 --json
is_json stdout && grep -q "{\"frame\": 30, \"hash\": \"$hash\"}" stdout
verdict "--hash-every in JSON"

# dt and substeps at the ends of what is accepted stay finite.
for ends in '--dt 1 --substeps 1' '--dt 1 --substeps 10000' '--dt 1e-6' '--dt 0.016 --substeps 10000'; do
    # shellcheck disable=SC2086
    t run chain-12 --frames 3 $ends --json
    [ $code -eq 0 ] && is_json stdout && [ "$(member stdout energy)" != null ]
    verdict "run $ends stays finite"
done

# However short a step is, it is taken and the state stays finite.
exits 0 run chain-12 --frames 3 --dt 1e-30

t run chain-12 --frames 10 --plot a.svg --picture a.png --json
[ $code -eq 0 ] && grep -q '<svg' a.svg && [ "$(head -c 4 a.png | tail -c 3)" = PNG ]
verdict "--plot writes SVG and --picture PNG"
exits 0 run chain-12 --check
exits 0 run chain-12 --check --json
is_json stdout && grep -q '"check": {"pass": true' stdout
verdict "--check is part of the JSON"

# Scenes that are there to blow up do so, and that is no failure.
"$taut" scenes --json --tag diverges | sed -n 's/^      "name": "\(.*\)",$/\1/p' >exploding
while read -r name; do
    exits 0 run "$name" --json
    [ "$(member stdout diverged)" = true ]
    verdict "$name diverges"
done <exploding

# Worlds beside each other have figures of their own; only XPBD has a stiffness to speak of.
t run springs-vs-constraints --json --plot worlds.svg
is_json stdout && [ "$(member stdout energy)" = null ]
verdict "the energies of several worlds are not summed"
[ "$(grep -c '^      "energy": null' stdout)" -eq 3 ] &&
    [ "$(grep -c '^      "energy": -' stdout)" -eq 3 ]
verdict "each world that holds has an energy, one that diverged has none"
[ "$(grep -c '^      "achieved_stiffness": {"worst": null' stdout)" -eq 4 ]
verdict "springs have no achieved stiffness, XPBD has"
[ "$(grep -c 'class="key"[^>]*>explicit springs, 17 ms<' worlds.svg)" -eq 2 ] &&
    grep -q '|energy|' worlds.svg
verdict "the plot has a curve for each world and log axes where worlds explode"
t run springs-vs-constraints
! grep -q '^  stiffness ' stdout && ! grep -q '^  energy ' stdout &&
    [ "$(grep -c ' diverged  *-  *-$' stdout)" -eq 3 ]
verdict "the table says diverged instead of a stretch"
t run chain-12 --solver springs-explicit --substeps 1 --json
[ $code -eq 4 ] && [ "$(member stdout max_stretch) $(member stdout energy)" = "null null" ]
verdict "a single world that diverged has neither stretch nor energy"
t run chain-12 --solver springs-explicit --substeps 1
grep -q '^  stretch  *diverged$' stdout && ! grep -q '^  stiffness ' stdout
verdict "and says so in the table"
t run chain-12 --frames 30 --plot one.svg && grep -q '>energy (J)<' one.svg
verdict "the plot of a calm scene has linear axes"

# Interrupted, a run says what there is. A thousand times more frames than it can take in a second.
timeout --preserve-status -s INT -k 20 1 "$taut" run chain-12 --frames 10000000 --json \
    >stdout 2>stderr
[ $? -eq 130 ]
verdict "exit 130 when interrupted"
is_json stdout && [ "$(member stdout interrupted)" = true ] && [ "$(member stdout frames)" -gt 0 ]
verdict "an interrupted run prints its JSON"

# Progress ----------------------------------------------------------------------------------------

# On a terminal, as `script` makes one; the bar ends each drawing with what is left.
on_terminal() {
    TERM=$1 timeout 60 script -qec \
        "'$taut' run chain-12 --frames 3000 --substeps 200 --json >'$work/out.json'" /dev/null \
        >terminal 2>&1 </dev/null
}
if command -v script >/dev/null; then
    on_terminal xterm
    grep -q 'of 3000 frames' terminal && is_json out.json
    verdict "a terminal gets a progress bar, stdout the data"
    NO_COLOR=1 on_terminal xterm
    grep -q 'of 3000 frames' terminal && ! grep -q "$(printf '\033')\[[0-9;]*m" terminal
    verdict "NO_COLOR keeps the bar and drops its colours"
    on_terminal dumb
    [ ! -s terminal ]
    verdict "a dumb terminal gets no bar"
fi

# Substeps by choice ------------------------------------------------------------------------------

exits 0 run cloth-100 --set size=12 --frames 30 --budget-us 300 --substeps-range 3:30 \
    --choices-out choices --json
is_json stdout && grep -q '"budget": {.*"least_substeps": [1-9]' stdout &&
    grep -q '"meter": {.*"substeps_needed": [1-9]' stdout
verdict "a budget is told in JSON, and what the meter says"
chosen=$(grep '"hash"' stdout)
[ "$(wc -l <choices)" -eq 31 ]
verdict "there is a choice for each frame"
exits 0 run cloth-100 --set size=12 --frames 30 --choices-in choices --choices-out again --json
[ "$(grep '"hash"' stdout)" = "$chosen" ] && cmp -s choices again
verdict "a replay has the same hash and the same choices"
exits 0 run cloth-100 --set size=12 --set tethers=0 --frames 60 --target-stretch 2% \
    --choices-out one
exits 0 run cloth-100 --set size=12 --set tethers=0 --frames 60 --target-stretch 0.02 \
    --choices-out two --backend scalar
cmp -s one two
verdict "a target gives the same choices on every backend"
grep -Eq '^  chosen +[0-9]+ to [0-9]+ substeps' stdout && grep -Eq '^  needed +about ' stdout
verdict "choices and needs are told in the table"

# Recordings --------------------------------------------------------------------------------------

exits 0 run wrecking-ball --set sway=1 --frames 30 --record tape --json
recorded=$(grep '"hash"' stdout)
exits 0 run wrecking-ball --set sway=1 --replay tape --verify --backend scalar --json
[ "$(grep '"hash"' stdout)" = "$recorded" ] && grep -q '"frames": 30' stdout
verdict "a replay has the hash and the frames of what was recorded"
says "what was verified is told" '30 frames, the same hash as recorded'
exits 5 run wrecking-ball --set sway=1 --set drag=0.5 --replay tape --verify
says "the first frame that differs is named" 'frame 1 is the first that differs'
exits 0 run wrecking-ball --set drag=0.5 --replay tape --frames 5
exits 3 run wrecking-ball --set ball=5 --replay tape
says "another start is told" 'not as it was'
exits 3 run chain-12 --replay tape
says "another scene is told" 'of scene `wrecking-ball`'
exits 3 run wrecking-ball --replay tape --frames 31
exits 3 run wrecking-ball --replay no/such/file
exits 3 run wrecking-ball --record no/such/directory/x
head -c 900 tape >cut
exits 3 run wrecking-ball --replay cut
says "a file that was cut off is told" 'or is damaged'
{ head -c 500 tape && printf 'x' && tail -c +502 tape; } >flipped
exits 3 run wrecking-ball --replay flipped
says "a byte that changed is told" 'damaged at byte'
exits 2 run wrecking-ball --verify
exits 2 run wrecking-ball --replay tape --substeps 3
exits 2 run wrecking-ball --replay tape --check
exits 2 run wrecking-ball --replay tape --record other
exits 0 run stiffness-vs-rate --frames 10 --record tape --json
recorded=$(grep '"hash"' stdout)
exits 0 run stiffness-vs-rate --replay tape --verify --threads 2 --json
[ "$(grep '"hash"' stdout)" = "$recorded" ]
verdict "several worlds are replayed side by side"

# Copies ------------------------------------------------------------------------------------------

exits 0 run rope --copies 5 --seed 7 --vary drag=0.5:2 --vary body.mass=0.5:2 --frames 4 --verify --json
is_json stdout && [ "$(member stdout copies)" = 5 ] && [ "$(member stdout verified)" = 5 ] &&
    [ "$(member stdout different)" = 0 ] && [ "$(grep -c '"hash"' stdout)" -eq 6 ]
verdict "--copies --json is JSON with the hash of each"
grep -q '^  "varied": {"drag": \[0.5, 2\], "body.mass": \[0.5, 2\]},$' stdout
verdict "--copies --json says what is drawn, and between what"
cp stdout all
t run rope --seed 9 --vary drag=0.5:2 --vary body.mass=0.5:2 --frames 4 --json
grep '"seed": 9' all | grep -q "$(member stdout hash)" && [ "$(member stdout seed)" = 9 ]
verdict "a run with --seed is that copy"
t run rope --copies 5 --seed 7 --vary drag=0.5:2 --vary body.mass=0.5:2 --frames 4 --threads 2 --json
[ "$(member stdout hash)" = "$(member all hash)" ]
verdict "copies have the same hash on any threads"
exits 0 run rope --copies 5 --seed 7 --frames 2 --expect-hash "$(
    "$taut" run rope --copies 5 --seed 7 --frames 2 --json | sed -n 's/^  "hash": "\(.*\)"/\1/p')"
exits 5 run rope --copies 5 --seed 8 --frames 2 --expect-hash "$(member all hash)"
exits 0 run cloth-25x18 --copies 4 --frames 3 --verify-copies 2 --threads 2
grep -q '^  copies *4 in one world, seeds 1 to 4$' stdout &&
    grep -q '^  verified *2 of 4 copies: each as it is by itself on the CPU$' stdout
verdict "the table tells of copies and what was verified"
exits 0 run frame-rate --copies 2 --frames 1
[ "$(grep -c 'substeps\{0,1\} x [0-9]* iteration' stdout)" = 3 ]
verdict "the table has the solver of each world of a copy"
exits 0 run rope --frames 3 --seed 2 --vary length=1:2
grep -Eq '^  seed +2: up to 0.1 m/s along each axis, length 1\.' stdout
verdict "the table tells of the seed and of what was drawn"
exits 0 run rope --frames 3 --jitter 0 --json
seeded=$(member stdout hash)
t run rope --frames 3 --json
[ "$(member stdout hash)" = "$seeded" ]
verdict "without jitter and ranges a seed changes nothing"
for copies in 0 -1 100001 many 2.5; do
    exits 3 run rope --copies $copies
done
exits 3 run rope --seed -1
exits 3 run rope --jitter -1
exits 3 run rope --jitter nan
exits 3 run rope --vary drag=2:1
says "a range the wrong way round is told" 'the first number must not exceed the second'
exits 3 run rope --vary drag=-1:1
exits 3 run rope --vary links=2.5:5
says "a range of a count takes whole numbers" 'must be a whole number'
exits 2 run rope --vary drag
exits 2 run rope --vary drag=1
exits 2 run rope --vary =1:2
exits 2 run rope --vary drug=1:2
says "a near miss of what can be varied is guessed" 'Did you mean `drag`?'
exits 2 run rope --vary body.mas=1:2
says "what bodies carry is guessed too" 'Did you mean `body.mass`?'
exits 2 run rope --vary drag=1:2 --set drag=1
exits 2 run rope --vary drag=1:2 --vary drag=1:3
exits 2 run sail --copies 2 --vary wind=1:2
says "what a world has once cannot differ" 'it can be set, not varied'
exits 2 run rope --copies 2 --picture x.png
exits 2 run rope --copies 2 --plot x.svg
grep -q 'no plots' stderr
verdict "--copies --plot says what copies do not have"
exits 2 run rope --copies 2 --record tape
exits 2 run rope --copies 2 --budget-us 100
exits 2 run rope --copies 2 --check
exits 2 run rope --copies 2 --verify-copies 3
exits 2 run rope --verify-copies 3
exits 2 run rope --copies 2 --verify --verify-copies 1
exits 4 run chain-12 --copies 4 --solver springs-explicit --substeps 1 --set compliance=1e-5 --frames 60
says "how many diverged is told" 'copies diverged'

timeout --preserve-status -s INT -k 20 1 "$taut" run rope --copies 20 --frames 10000000 --json \
    >stdout 2>stderr
[ $? -eq 130 ]
verdict "exit 130 when copies are interrupted"
is_json stdout && [ "$(member stdout interrupted)" = true ] && [ "$(member stdout frames)" -gt 0 ]
verdict "an interrupted run of copies prints its JSON"

# bench, doctor, demo -----------------------------------------------------------------------------

exits 0 bench chain-12 --frames 3 --json
is_json stdout && grep -q '"ns_per_projection": [0-9]' stdout && grep -q '"compiler": "' stdout
verdict "bench --json is JSON with figures and the compiler"
grep -Eq '"compiler": "[A-Za-z]+ [0-9.]+"' stdout && grep -q '"flags": ".*-ffp-contract=off' stdout
verdict "compiler and flags are those of the build"
exits 0 bench chain-12 --frames 3
grep -Eq '^chain-12 +12 +11 +0 scalar ' stdout
verdict "bench prints a row for the scalar backend"
grep -Eq '^auto takes (scalar|sse2|avx2|avx512|neon|simd128) here' stdout
verdict "bench says what auto takes"
exits 0 bench chain-12 --frames 3 --backend scalar --threads 2
grep -q ', 2 threads$' stdout
verdict "bench says how many threads there were"
exits 0 bench chain-12 --frames 3 --backend scalar --threads 0
grep -Eq ', [1-9][0-9]* threads?$' stdout
verdict "bench says how many threads 0 is"
exits 0 bench cloth-100 --frames 1 --backend scalar
grep -q 'The scene cloth-100 has tethers' stdout
verdict "bench tells the scene cloth-100 from the case"
exits 0 bench --case rope-1000 --frames 2 --warm-up 0 --threads 2 --json
is_json stdout && grep -q '"worst_stretch": [0-9]' stdout && grep -q '"bytes": [0-9]' stdout &&
    grep -q '"ns_per_projection": [0-9]' stdout
verdict "bench --case is JSON with times, stretch and memory"
grep -q '"left_out": \[\]' stdout
verdict "bench --case says that nothing was left out"
exits 0 bench --case cloth-32 --frames 2 --tethers --precision fast --backend scalar
grep -Eq '^cloth-32 +1,024 +5,826 +2,044 scalar +2 ' stdout
verdict "bench --case prints a row"
grep -q '^flags: ' stdout && grep -q '^2 frames after 5 to warm up$' stdout &&
    grep -q '^worst % is the largest stretch' stdout
verdict "bench --case has a head and explains its columns"
exits 0 bench stiffness --quick --json
is_json stdout && [ ! -s stderr ]
verdict "bench stiffness --json prints JSON and nothing else"
[ "$(grep -c '"item": "' stdout)" -gt 60 ] &&
    [ "$(grep -c '"item": "' stdout)" = "$(grep -Ec '"verdict": "(ok|short|no limit|not measured)"' stdout)" ]
verdict "bench stiffness has a verdict on each item"
for item in rope-32/hang-24-10000 rope-32/swing-4-1000000 cost/ropes-1000 cost/rope-1 \
    chain-12/extension-24-1e-08 rope-1000/swing-8 apart/moved-8 cloth-100/worst cloth-256/mean \
    swing/rope-period-24 swing/cloth-loss-20 needed/meter-row-24 needed/tried-row-24 bits/differ; do
    grep -q "\"item\": \"$item\"" stdout
    verdict "bench stiffness measures $item"
done
exits 0 bench stiffness --quick --case bits --backend scalar
grep -Eq '^bits/differ +0 +0 +0 .* ok$' stdout && grep -q '^1 kept, 0 short, ' stdout
verdict "bench stiffness --case prints a row and a sum"
exits 2 bench stiffness --case rope-33
says "a near miss of a group is guessed" 'Did you mean `rope-32`?'
exits 2 bench stiffness chain-12
exits 2 bench stiffness --frames 3
exits 2 bench chain-12 --quick
exits 0 run chain-12 --frames 3 --no-direct --json
[ "$(member stdout direct)" = false ]
verdict "run --no-direct says so"
exits 0 bench chain-12 --frames 3 --no-direct --backend scalar
exits 0 verify pendulum --no-direct
exits 0 bench stages chain-12 cloth-25x18 --frames 4
grep -Eq '^direct +[0-9.]+ +-$' stdout && grep -Eq '^together +[0-9.]+ +[0-9.]+$' stdout
verdict "bench stages prints a row a stage and a column a scene"
exits 0 bench stages chain-12 --frames 4 --threads 2 --json
is_json stdout && grep -q '"shares": {' stdout && grep -q '"contact-find": 0' stdout
verdict "bench stages --json is JSON with shares"
exits 0 bench tear --frames 2 --json
is_json stdout && [ "$(grep -c '"allocations": 0' stdout)" = 3 ] &&
    grep -Eq '"part": 0?\.?[0-9]' stdout
verdict "bench tear breaks, tears and cuts without allocating"
exits 2 bench stages --case cloth-32
exits 2 bench tear chain-12
exits 2 bench cuda chain-12
exits 2 bench cuda --backend scalar
exits 2 bench cuda --threads 2
exits 2 bench cuda --json
exits 2 bench stages tear
exits 2 bench stiffness stages
exits 3 bench stages --frames 1
exits 2 bench --case no-such-case
exits 2 bench chain-12 --case cloth-32
says "a scene beside --case is named" '`chain-12`'
for option in --tethers --precision=fast --warm-up=3; do
    exits 2 bench chain-12 $option
    says "$option is said to need --case" 'needs --case'
done
exits 2 bench --case cloth-32 --precision coarse
t bench cuda --quick --case cloth-32
[ $code -eq 0 ] || { [ $code -eq 2 ] && grep -q 'nothing to measure: ' stderr; }
verdict "bench cuda measures, or says why it cannot, and exits 2"
exits 0 doctor
grep -Eq '^cuda +(none: |[A-Z])' stdout
verdict "doctor says whether there is a GPU"
grep -q '^ok ' stdout && ! grep -q FAIL stdout
verdict "doctor finds nothing wrong"
exits 0 doctor --json
is_json stdout && grep -Eq '"cuda": \{"found": (true, "name"|false, "trouble"): "' stdout
verdict "doctor --json is JSON, and says whether there is a GPU"
exits 2 run ghost-256
says "a case of bench is called so" '`taut bench --case ghost-256`'
exits 0 demo --frames 5 --out pictures/here
[ -s pictures/here/showcase.png ] && [ -s pictures/here/showcase.svg ]
verdict "demo writes a picture and a plot"
grep -q 'pictures/here/showcase.png' stdout && grep -q '^Try next' stdout
verdict "demo says where they are and what to try next"
grep '^  stretch ' stdout >figures
t run showcase --frames 5
grep '^  stretch ' stdout | cmp -s - figures && grep -q 'last half of the frames' figures
verdict "demo and run give the same figures of stretch"

exit $failed
