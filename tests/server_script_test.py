"""script/server and tools/page-behind, in a tree whose builds and whose program are stand-ins: what is built, with which
options the server starts, and that the page comes and goes with it.  Prints TAP."""

import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "e2e"))
from harness import PATIENCE_S, SOURCE_ROOT, Scratch, run_tests

# Each notes its name and arguments.  A build of the page does what "page" in the tree says, by its first word.
NOTE = """#!/bin/sh
root=$(dirname -- "$(dirname -- "$0")")
printf '%s' "${0##*/}" >>"$root/notes"
for word; do printf ' [%s]' "$word" >>"$root/notes"; done
echo >>"$root/notes"
"""
STUBS = {
    "script/bootstrap": NOTE,
    "script/build": NOTE
    + """case $1 in
*page)
    echo $$ >"$root/building"
    case $(cat "$root/page") in
    fails) exit 1 ;;
    hangs) sleep 1000 & echo $! >"$root/child"; wait ;;
    esac
    ;;
esac
""",
}
PROGRAM = """#!/usr/bin/python3
import os, signal, sys, time
root = os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0])))
def note(text):
    with open(os.path.join(root, 'notes'), 'a') as file:
        file.write(text + '\\n')
note(os.path.basename(os.path.dirname(sys.argv[0])) + ' ' + ' '.join('[%s]' % word for word in sys.argv[1:]))
if os.path.exists(os.path.join(root, 'slow')):
    time.sleep(1)
    note('listens')
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
signal.signal(signal.SIGHUP, lambda *_: note('hangs up'))
while not os.path.exists(os.path.join(root, 'enough')):
    time.sleep(0.05)
"""


class Tree:
    """A copy of the scripts with such builds; its path has spaces in it."""

    def __init__(self, page="comes"):
        self.page = page

    def __enter__(self):
        self.scratch = Scratch()
        self.path = os.path.join(self.scratch.path, "a tree with spaces")
        for folder in ("script", "tools", "build-server", "build-host"):
            os.makedirs(self.at(folder))
        for name in ("script/common.sh", "script/server", "tools/page-behind"):
            shutil.copy2(os.path.join(SOURCE_ROOT, name), self.at(name))
        for name, text in [*STUBS.items(), ("build-server/shoogi", PROGRAM), ("build-host/shoogi", PROGRAM)]:
            self.put(name, text)
            os.chmod(self.at(name), 0o755)
        self.put("page", self.page)
        return self

    def __exit__(self, *_):
        self.scratch.__exit__()

    def at(self, *names):
        return os.path.join(self.path, *names)

    def put(self, name, text=""):
        with open(self.at(name), "w") as file:
            file.write(text)

    def start(self, *options):
        return subprocess.Popen([self.at("script/server"), *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *options):
        """A server that ends by itself: what was noted, and what it said."""
        self.put("enough")
        server = self.start(*options)
        _, said = server.communicate(timeout=PATIENCE_S)
        return self.notes(), said, server.returncode

    def notes(self):
        try:
            with open(self.at("notes")) as file:
                return file.read().replace(self.path, "TREE").splitlines()
        except FileNotFoundError:
            return []

    def read(self, name):
        with open(self.at(name)) as file:
            return file.read()


def until(holds, what):
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def options_of_the_script_and_of_the_server():
    page = "[--web] [TREE/build-page/web/web] [--web-later]"
    engines, database = "[--engines] [1]", "[--db] [TREE/var/shoogi.db]"
    for options, program, served in (
        ((), "build-server", f"{page} {database} {engines}"),
        (("--no-page",), "build-server", f"{database} {engines}"),
        (("--release",), "build-host", f"{page.replace('build-page', 'build-host-page')} {database} {engines}"),
        (("--db", "a b", "--no-page", "--release"), "build-host", f"{engines} [--db] [a b]"),
        (("--engines=0", "--no-page", "--telnet", "x:1"), "build-server", f"{database} [--engines=0] [--telnet] [x:1]"),
        (("--web", "mine"), "build-server", f"{database} {engines} [--web] [mine]"),
        (("--db=memory", "-n"), "build-server", f"{engines} [--db=memory] [-n]"),
        (("--db", "memory", "", "*"), "build-server", f"{page} {engines} [--db] [memory] [] [*]"),
    ):
        with Tree() as tree:
            notes, said, status = tree.run(*options)
            flavour = program.replace("build-", "")
            assert status == 0, said
            assert notes[:3] == ["bootstrap [server]", f"build [{flavour}]", f"{program} [serve] {served}"], (options, notes)
            assert [line.rsplit(" ", 2)[0] for line in said.splitlines()[:2]] == ["packages", "program"], said


def what_cannot_be_installed_or_built():
    """Then no server starts."""
    for name, notes in (("script/bootstrap", []), ("script/build", ["bootstrap [server]"])):
        with Tree() as tree:
            tree.put(name, "#!/bin/sh\necho why >&2\nexit 1\n")
            os.chmod(tree.at(name), 0o755)
            noted, said, status = tree.run()
            assert status == 1 and "why" in said and noted == notes, (said, noted)


def the_page_comes_behind_the_doors():
    with Tree() as tree:
        tree.put("slow")
        server = tree.start("--db", "memory")
        until(lambda: "hangs up" in tree.notes(), "the server is not told of the page")
        assert tree.notes()[-3:] == ["listens", "build [page]", "hangs up"], tree.notes()
        server.terminate()
        said = server.communicate(timeout=PATIENCE_S)[1]
        assert server.returncode == 0 and said.splitlines()[-1].startswith("page ") and said.endswith(" s\n"), said


def a_page_that_cannot_be_built():
    """The server is told, too: nobody is to wait for the page any more."""
    with Tree("fails") as tree:
        server = tree.start("--db", "memory")
        until(lambda: "hangs up" in tree.notes(), "the server is not told")
        server.terminate()
        said = server.communicate(timeout=PATIENCE_S)[1]
        assert "the page is not built; the server goes on" in said and server.returncode == 0, said


def the_build_ends_with_the_server():
    for number in (signal.SIGTERM, signal.SIGKILL):
        with Tree("hangs") as tree:
            server = tree.start("--db", "memory")
            until(lambda: os.path.exists(tree.at("child")) and tree.read("child"), "the page is not built")
            pids = [int(tree.read(name)) for name in ("building", "child")]
            assert all(lives(pid) for pid in pids)
            assert os.getsid(pids[0]) != os.getsid(server.pid), "what a terminal sends is for the server alone"
            assert min(os.nice(0) + 10, 19) == os.getpriority(os.PRIO_PROCESS, pids[0])
            server.send_signal(number)
            server.communicate(timeout=PATIENCE_S)
            until(lambda: not any(lives(pid) for pid in pids), "the build goes on without a server")


if __name__ == "__main__":
    run_tests(
        [
            options_of_the_script_and_of_the_server,
            what_cannot_be_installed_or_built,
            the_page_comes_behind_the_doors,
            a_page_that_cannot_be_built,
            the_build_ends_with_the_server,
        ]
    )
