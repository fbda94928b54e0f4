"""The shipped definitions, variants/FAMILY/NAME.variant, for tools and tests."""

import glob
import os

VARIANTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'variants')


def paths(directory=VARIANTS):
    """The definitions as {name: path}, sorted by name."""
    found = {os.path.basename(path).removesuffix('.variant'): path
             for path in glob.glob(os.path.join(directory, '*', '*.variant'))}
    return dict(sorted(found.items()))


def weights(name, directory=VARIANTS):
    """The path of the learned weights of a game."""
    return os.path.join(directory, 'weights', name + '.weights')
