"""The Debian packages and the archive, built from the tree, unpacked to roots of their own and used there.  Prints TAP."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "e2e"))
import harness
from harness import Line, Player, Scratch, Server, Skip, note, run_tests

ROOT = harness.SOURCE_ROOT
place = Scratch()
built = {}


def run(*command, **more):
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    assert ended.returncode == 0, f"{command} ended with {ended.returncode}\n{ended.stdout}"
    return ended.stdout


def path(*parts):
    return os.path.join(place.path, *parts)


def packages_are_built():
    said = run(os.path.join(ROOT, "script", "package"), path("debs"))
    for file in said.split():
        if file.endswith(".tar.xz"):
            built["archive"] = file
        name = re.match(r"(.+)_[0-9.]+_\w+\.deb$", os.path.basename(file))
        if name:
            built[name.group(1)] = file
    assert {"shoogi", "libshoogi-dev"} <= set(built), said
    os.mkdir(path("control"))
    for name in ("shoogi", "libshoogi-dev"):
        run("dpkg-deb", "-x", built[name], path("root"))
        run("dpkg-deb", "-e", built[name], path("control", name))


def what_they_say():
    fields = run("dpkg-deb", "-f", built["shoogi"])
    version = re.search(r"^Version: (.+)$", fields, re.M).group(1)
    assert run(path("root", "usr", "bin", "shoogi"), "--version") == f"shoogi {version}\n"
    depends = re.search(r"^Depends: (.+)$", fields, re.M).group(1)
    for library in ("libc6", "libsqlite3-0", "libsodium23", "libevent-core-2.1-7"):
        assert re.search(rf"\b{library}\b", depends), depends
    assert "cmocka" not in depends
    with open(path("control", "shoogi", "conffiles")) as file:
        assert file.read() == "/etc/default/shoogi\n"
    for script in os.listdir(path("control", "shoogi")):
        if script.startswith(("pre", "post")):
            run("sh", "-n", path("control", "shoogi", script))
    with open(path("control", "shoogi", "postinst")) as file:
        assert "shoogi.service" in file.read(), "the service is not started"


def nothing_of_the_tree_is_left_behind():
    """No path of the machine that built it is in the program."""
    with open(path("root", "usr", "bin", "shoogi"), "rb") as file:
        program = file.read()
    assert ROOT.encode() not in program and b"/tmp/" not in program
    assert b"/usr/share/shoogi/web" in program


def the_modules_for_pages_are_small():
    """As they are shipped; tests/wasm_test.mjs has the bounds of those that are built for tests."""
    for name, kib in (("libshoogi.wasm", 248), ("libshoogi-records.wasm", 544), ("libshoogi-page.wasm", 268), ("libshoogi-invent.wasm", 346), ("libshoogi-engine.wasm", 616), ("libshoogi-engine-plain.wasm", 615)):
        size = os.path.getsize(path("root", "usr", "share", "shoogi", "wasm", name))
        assert size < kib * 1024, (name, size)


def the_server_runs_from_there():
    root = path("root")
    with open(os.path.join(root, "lib/systemd/system/shoogi.service")) as file:
        unit = file.read()
    assert re.search(r"^ExecStart=/usr/bin/shoogi serve ", unit, re.M), unit
    assert re.search(r"^EnvironmentFile=-/etc/default/shoogi$", unit, re.M), unit
    env = dict(os.environ, SHOOGI_VARIANTS=os.path.join(root, "usr/share/shoogi/variants"))
    program = os.path.join(root, "usr/bin/shoogi")
    checked = run(program, "serve", "-n", "--db", "memory", env=env)
    assert "telnet 127.0.0.1:4080\n" in checked
    assert "nodes 719731\n" in run(program, "perft", "shogi", "4", env=env)
    harness.PROGRAM = program
    with Server(path("games.db"), "--web", os.path.join(root, "usr/share/shoogi/web"), env=env) as server:
        status, page = harness.http_get(server.http, "/")
        script = re.search(r'<script[^>]* src="(/assets/[^"]+)"', page)
        assert status == 200 and script, page
        assert harness.http_get(server.http, script.group(1))[0] == 200
        anna = Player(Line(server.telnet), "Anna")
        anna.login()
        assert "challenge is number 1" in anna.ask("NEW -v chu W")
        anna.quit()
        assert "Anna" in run(program, "admin", "--db", path("games.db"), "users")


def they_are_built_for_speed():
    """All board classes, with and without AVX2, and no asserts."""
    library = [os.path.join(folder, "libshoogi.a") for folder, _, names in os.walk(path("root")) if "libshoogi.a" in names][0]
    for file in (path("root", "usr", "bin", "shoogi"), library):
        with open(file, "rb") as content:
            assert b"__assert_fail" not in content.read(), file
    names = run("nm", library)
    for words, cpu in [(w, "generic") for w in (2, 3, 4, 6, 10, 21)] + [(w, "v3") for w in (2, 3, 4)]:
        assert re.search(rf"\bshg_board_ops_w{words}_{cpu}\b", names), (words, cpu)


def the_archive_runs_where_it_is_unpacked():
    """With nothing of the system's but the C library, in a folder with a space in its name."""
    place = path("any where")
    os.mkdir(place)
    run("tar", "-C", place, "-xf", built["archive"])
    version = run("dpkg-deb", "-f", built["shoogi"], "Version").strip()
    machine = os.uname().machine
    assert os.path.basename(built["archive"]) == f"shoogi-{version}-linux-{machine}.tar.xz"
    assert os.listdir(place) == [f"shoogi-{version}-linux-{machine}"]
    top = os.path.join(place, os.listdir(place)[0])
    program = os.path.join(top, "shoogi")
    for line in run("ldd", program).splitlines():
        library = re.match(r"\s*(\S+) => (.+) \(0x", line)
        if library and not re.match(r"lib(c|m|dl|pthread|rt|resolv)\.so", library.group(1)):
            assert library.group(2).startswith(top + "/lib/"), line
    with open(os.path.join(top, "README")) as file:
        for named in re.findall(r"share/\S+/[\w.]+", file.read()):
            assert os.path.exists(os.path.join(top, named)), named
    licences = os.path.join(top, "share", "doc", "libraries")
    assert len(os.listdir(licences)) >= 6 and all(os.path.getsize(os.path.join(licences, name)) for name in os.listdir(licences))
    env = {"PATH": "/usr/bin:/bin", "HOME": place}  # no SHOOGI_VARIANTS
    assert "nodes 719731\n" in run(program, "perft", "shogi", "4", env=env)
    asked = subprocess.run([program, "usi"], input="usi\nisready\nquit\n", stdout=subprocess.PIPE, text=True, env=env, cwd="/")
    assert "usiok\n" in asked.stdout and "readyok\n" in asked.stdout, asked
    harness.PROGRAM = program
    with Server(path("archive.db"), "--engines", "1", env=env) as server:
        status, page = harness.http_get(server.http, "/")
        assert status == 200 and re.search(r'<script[^>]* src="(/assets/[^"]+)"', page), page
        anna = Player(Line(server.telnet), "Anna")
        anna.login()
        assert "challenge is number 1" in anna.ask("NEW -v taikyoku W")
        anna.quit()


def the_library_is_there():
    root = path("root")
    program = path("random_game")
    library = [f for f, _, names in os.walk(root) if "libshoogi.a" in names][0]
    run("gcc", "-I", os.path.join(root, "usr/include"), "-o", program,
        os.path.join(root, "usr/share/doc/shoogi/examples/random_game.c"), os.path.join(library, "libshoogi.a"))
    env = dict(os.environ, SHOOGI_VARIANTS=os.path.join(root, "usr/share/shoogi/variants"))
    assert run(program, "shogi", "1", env=env).startswith("1. ")


def lintian_is_content():
    if not os.access("/usr/bin/lintian", os.X_OK):
        raise Skip("there is no /usr/bin/lintian")
    said = subprocess.run(
        ["lintian", "--allow-root", built["shoogi"], built["libshoogi-dev"]], stdout=subprocess.PIPE, text=True
    ).stdout
    note(said)
    found = re.findall(r"^[EW]: .*$", said, re.M)
    assert not found, found


if __name__ == "__main__":
    with place:
        run_tests(
            [
                packages_are_built,
                what_they_say,
                nothing_of_the_tree_is_left_behind,
                they_are_built_for_speed,
                the_modules_for_pages_are_small,
                the_server_runs_from_there,
                the_archive_runs_where_it_is_unpacked,
                the_library_is_there,
                lintian_is_content,
            ]
        )
