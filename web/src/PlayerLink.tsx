// PlayerLink.tsx: a player's name, which leads to the profile.

export const profileOf = (name: string): string => `/players/${encodeURIComponent(name)}`;

export function PlayerLink({ name }: { name: string }) {
  return <a class="player-link" href={profileOf(name)}>{name}</a>;
}
