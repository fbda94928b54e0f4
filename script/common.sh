# common.sh: what every script here begins with; read by them, not run.
#
# root is the top of the source tree, whatever the current directory.  Programs are Debian's: on some
# machines another python3 or meson comes first in PATH.  No script reads its input.

set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
PATH=/usr/bin:/bin:/usr/sbin:/sbin:$PATH
export PATH
exec </dev/null

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "${0##*/}: $*"
    exit 1
}

# build_dir FLAVOUR: prints the build directory of a flavour.
build_dir() {
    case $1 in
    gcc) printf '%s\n' "$root/build" ;;
    clang | asan | tsan | release | fuzz | server | host | page | host-page) printf '%s\n' "$root/build-$1" ;;
    *) die "no such build: $1 (there are gcc, clang, asan, tsan, release, fuzz, server, host, page, host-page)" ;;
    esac
}

# The suites of script/test, in the plain build and under sanitizers; script/soak runs each in the other one, too.
plain_suites=whole
asan_suites=unit,fuzz,doors

# For scripts that run several builds and checks and count them together: begin_tally first, attempt with what
# tools/run-tests is told, close_tally last, whose status is that of all.
begin_tally() {
    tally=$(mktemp)
    runner='' side=''
    trap 'stop_all; rm -f "$tally"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
}

# What runs in the background does not hear of Control-C.
stop_all() {
    # shellcheck disable=SC2086
    [ ! "$runner$side" ] || kill $runner $side 2>/dev/null || :
}

# Failures are in the tally, so none of these ends the script; a killed or broken runner does.
attempt() {
    "$root/tools/run-tests" --tally "$tally" "$@" &
    runner=$!
    status=0
    wait "$runner" || status=$?
    runner=
    [ "$status" -gt 1 ] || return "$status"
    exit "$status"
}

# beside FUNCTION: runs it at the same time; `wait $!` ends with its status.
beside() {
    (
        runner='' side=''
        trap stop_all EXIT
        trap 'exit 143' TERM
        "$@"
    ) &
    side="$side $!"
}

close_tally() {
    "$root/tools/run-tests" --close --tally "$tally" "$@"
}
