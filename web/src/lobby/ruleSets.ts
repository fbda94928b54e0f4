// ruleSets.ts: games and their schools, which their names tell apart: chu-jcsa is a school of chu.  As src/server/school.h.

// The game that name is a school of; name itself if it is of none, or has schools: dai-dai is no school of dai.
export function gameOf(name: string, names: readonly string[]): string {
  if (names.some((other) => other.startsWith(`${name}-`))) return name;
  return names.filter((other) => name.startsWith(`${other}-`))
    .reduce((longest, other) => (longest === name || other.length > longest.length ? other : longest), name);
}

export function gamesOf(names: readonly string[]): string[] {
  return names.filter((name) => gameOf(name, names) === name);
}

// What stands behind the name of the game and a hyphen.
export function ruleSetsOf(game: string, names: readonly string[]): string[] {
  return names.filter((name) => name !== game && gameOf(name, names) === game).map((name) => name.slice(game.length + 1));
}
