"""The definitions that are shipped, variants/FAMILY/NAME.variant, for tools and tests."""

import glob
import os

VARIANTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'variants')


def paths(directory=VARIANTS):
    """{name: path}, in the order of the names."""
    found = {os.path.basename(path).removesuffix('.variant'): path
             for path in glob.glob(os.path.join(directory, '*', '*.variant'))}
    return dict(sorted(found.items()))


def weights(name, directory=VARIANTS):
    """The path of what has been learned of a game."""
    return os.path.join(directory, 'weights', name + '.weights')
