#!/bin/sh
# The headless tour: a campaign from its first orders to an undo, on the command line alone. Run it from anywhere:
#
#     sh docs/tour.sh
#
# It works in a folder of its own, which it removes at the end, and touches no other campaign.
# WARLEDGER names the program to run, where it is not installed (WARLEDGER="python3 -m tui" sh docs/tour.sh).
set -eu

home=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${WARLEDGER:-}" ]; then
    if [ -x "$home/.venv/bin/warledger" ]; then
        WARLEDGER="$home/.venv/bin/warledger"
    else
        WARLEDGER=warledger
    fi
fi
cd "$home"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
campaign="$work/tour"

# Show the command as a reader would type it, then run it; what follows the program's name is passed on as it is.
run() {
    printf '\n$ warledger'
    for word in "$@"; do
        case $word in
            *' '*) printf ' "%s"' "$word" ;;
            "$campaign") printf ' tour' ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    $WARLEDGER "$@"
}

# The same where the rules are expected to refuse: exit code 1.
refused() {
    code=0
    run "$@" || code=$?
    if [ "$code" -ne 1 ]; then
        printf 'expected a refusal (exit 1), got exit %s\n' "$code" >&2
        exit 1
    fi
}

say() {
    printf '\n-- %s\n' "$*"
}

say "The printed tables, and one resolution without a campaign."
run tables thewar
run tables thewar logistics
run calc logistics power=germany effort=sle in_ussr=true
run calc conquest value=21 season=fall

say "A campaign: one seat for all powers."
run scenarios
run new 1939-campaign --name tour --at "$work"
run show "$campaign"

say "What may be ordered now, with costs; and why the rest is refused."
run choices "$campaign"

say "Orders: all of them are applied, or none."
run do "$campaign" "italy effort none" "us effort none"
refused do "$campaign" "germany effort sle"
refused do "$campaign" "france effort pass"

say "What a person types is completed; a line at a time, or many from a file."
printf 'fra eff lle count=2\nussr effort none\n# Germany marches on\nger effort sle\nbri effort mle\n' | run do "$campaign" -

say "Every figure can be asked where it comes from."
run show "$campaign" powers.france.level
run show "$campaign" powers.germany.narfs

say "Steps done on the board are passed by one line; the efforts are paid on the way."
run do "$campaign" "germany done through axis.operations.efforts"
run show "$campaign"

say "The journal; what today's rules would decide otherwise; what is wrong with the files."
run log "$campaign"
run audit "$campaign"
run doctor "$campaign"

say "Undo: the last orders, then all down to an entry. Nothing is ever erased."
run undo "$campaign"
run undo "$campaign" --to 2
run log "$campaign"
run show "$campaign"

say "For programs: one JSON document, exit codes 0, 1 and 2."
run show "$campaign" powers.germany.narfs --json
printf '{"calc": "growth", "rate": 30, "unspent": 33}\n{"calc": "limit", "base": 85}\n' | run calc --batch

printf '\nThe tour is over.\n'
