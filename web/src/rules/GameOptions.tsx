// GameOptions.tsx: the options of a list of games.

import type { NamedGame } from './title';

export const GameOptions = ({ games }: { games: readonly NamedGame[] }) =>
  <>{games.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}</>;
