"""tools/make-glyphs and tools/make-font: the outlines and fonts in the tree are what they make of it, and a copy of the
tree that lacks one is told what to type.  Prints TAP."""

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "e2e"))
from harness import SOURCE_ROOT, Scratch, Skip, run_tests

FONT = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
GLYPHS = os.path.join("src", "notation", "boards", "glyphs.c")
FONTS = [os.path.join("web", "fonts", name) for name in ("kanji.woff2", "kanji-large.woff2")]


def run(root, tool, *arguments):
    """The tool's exit status, and what it prints."""
    ended = subprocess.run(
        ["/usr/bin/python3", "-B", os.path.join(root, "tools", tool), *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    return ended.returncode, ended.stdout


def need_the_font():
    if not os.path.exists(FONT):
        raise Skip(f"there is no {FONT}: script/bootstrap test installs it")
    if subprocess.run(
        ["/usr/bin/python3", "-c", "import fontTools, brotli"], stderr=subprocess.DEVNULL
    ).returncode:
        raise Skip("there is no python3-fonttools or python3-brotli: script/bootstrap test installs them")


def copy_of_the_tree(place):
    """As much of it as the tools read and write."""
    for folder in ("tools", "variants", os.path.join("web", "fonts")):
        shutil.copytree(os.path.join(SOURCE_ROOT, folder), os.path.join(place, folder))
    os.makedirs(os.path.join(place, os.path.dirname(GLYPHS)))
    shutil.copy2(os.path.join(SOURCE_ROOT, GLYPHS), os.path.join(place, GLYPHS))
    return place


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def spoil(place, name):
    """Takes a byte out of a file; returns what stood there."""
    content = read(place, name)
    with open(os.path.join(place, name), "wb") as file:
        file.write(content[:-3] + content[-2:])
    return content


def every_character_of_a_definition_has_an_outline():
    """It takes no font to find this, so that it is found on every machine."""
    with Scratch() as scratch:
        place = copy_of_the_tree(os.path.join(scratch, "tree"))
        with open(os.path.join(place, "variants", "mini", "mini.variant"), "a", encoding="utf-8") as file:
            file.write("source=\u9f98\n")
        assert run(place, "make-glyphs") == (
            1, "src/notation/boards/glyphs.c has no outline of \u9f98; type: tools/make-glyphs --write\n")
    status, said = run(SOURCE_ROOT, "make-glyphs")
    assert "no outline" not in said, said


def the_outlines_are_those_of_the_font():
    need_the_font()
    assert run(SOURCE_ROOT, "make-glyphs") == (0, "")


def the_fonts_of_the_page_are_those_of_the_font():
    need_the_font()
    assert run(SOURCE_ROOT, "make-font") == (0, "")


def what_is_not_so_is_named_and_made_again():
    need_the_font()
    with Scratch() as scratch:
        place = copy_of_the_tree(os.path.join(scratch, "tree"))
        for tool, names in ("make-glyphs", [GLYPHS]), ("make-font", FONTS):
            before = [spoil(place, name) for name in names]
            status, said = run(place, tool)
            assert status == 1, said
            for name in names:
                assert f"{name} is not what is made of the font and the definitions; type: tools/{tool} --write\n" in said, said
            assert run(place, tool, "--write") == (0, "")
            # Another version of brotli packs the same tables otherwise.
            assert [read(place, name) for name in names] == before or run(place, tool) == (0, "")


def what_is_so_is_not_written():
    need_the_font()
    with Scratch() as scratch:
        place = copy_of_the_tree(os.path.join(scratch, "tree"))
        os.utime(os.path.join(place, GLYPHS), (1, 1))
        assert run(place, "make-glyphs", "--write") == (0, "")
        assert os.stat(os.path.join(place, GLYPHS)).st_mtime == 1


def other_arguments_are_refused():
    for tool in ("make-glyphs", "make-font"):
        status, said = run(SOURCE_ROOT, tool, "--wirte")
        assert status == 1 and f"tools/{tool} --write" in said, said


QUICK = [
    every_character_of_a_definition_has_an_outline,
    the_outlines_are_those_of_the_font,
    the_fonts_of_the_page_are_those_of_the_font,
    other_arguments_are_refused,
]

# By their names: each makes the fonts several times.
SOAK = [what_is_not_so_is_named_and_made_again, what_is_so_is_not_written]

if __name__ == "__main__":
    run_tests(QUICK + SOAK if sys.argv[1:] else QUICK)
