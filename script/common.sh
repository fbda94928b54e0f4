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
    clang | asan | tsan | release | fuzz) printf '%s\n' "$root/build-$1" ;;
    *) die "no such build: $1 (there are gcc, clang, asan, tsan, release, fuzz)" ;;
    esac
}
