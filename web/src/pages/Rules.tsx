// Rules.tsx: how a game is played, from its definition.

import { useEffect, useMemo } from 'preact/hooks';
import { LookPanel } from '../board/LookPanel';
import { useLook } from '../board/look';
import { openHelp, type Library } from '../library';
import { useLoad } from '../load';
import type { PageProps } from '../router';
import { Told } from '../rules/Told';
import { useTitle } from '../Shell';
import { t } from '../words';

export default function Rules({ place }: PageProps) {
  const { value, error } = useLoad(openHelp, 'help');
  const [name] = place.rest;
  useTitle(name ? t('Rules of {game}', { game: name }) : t('Rules'));
  if (error) return <p role="alert">{t('The rules could not be loaded: {error}', { error: String(error) })}</p>;
  if (!value) return <p class="waiting">{t('Loading')}</p>;
  if (!name) return <Index library={value} />;
  const text = value.definitions.get(name);
  return text === undefined
    ? <><h1>{t('Rules')}</h1><p role="alert">{t('There is no game called {game} here.', { game: name })}</p><Index library={value} /></>
    : <Game library={value} name={name} text={text} />;
}

/** The other names a definition gives itself. */
const aliases = (text: string): readonly string[] =>
  [...text.matchAll(/^alias=(.*)$/gm)].flatMap(([, names = '']) => names.split(',')).filter((name) => name !== '' && name !== 'none');

function Index({ library }: { library: Library }) {
  return (
    <>
      <h1>{t('Rules of all games')}</h1>
      <ul class="game-list">
        {[...library.definitions].map(([name, text]) => (
          <li key={name}><a href={`/rules/${name}`}>{name}</a> <span>{aliases(text).join(', ')}</span></li>
        ))}
      </ul>
      <p class="buttons">
        <a href="/editor">{t('Position editor')}</a>
        <a href="/table">{t('Table without rules')}</a>
        <a href="/help/">{t('Help about everything else')}</a>
      </p>
    </>
  );
}

function Game({ library, name, text }: { library: Library; name: string; text: string }) {
  const variant = useMemo(() => library.shoogi.variant(text), [library, text]);
  useEffect(() => () => variant.free(), [variant]);
  const { set: pieces } = useLook();
  return (
    <>
      <h1>{name} {aliases(text).filter((alias) => /[^ -~]/.test(alias)).slice(0, 1).join('')}</h1>
      <div class="tools" role="group" aria-label={t('Settings')}>
        <a href={`/try?variant=${encodeURIComponent(name)}`}>{t('Try it')}</a>
        <a href={`/editor?variant=${encodeURIComponent(name)}`}>{t('Set up a position')}</a>
        <a href={`/invent?base=${encodeURIComponent(name)}`}>{t('Change its rules')}</a>
        <a href={`/help/game-${encodeURIComponent(name)}`}>{t('The same without scripts')}</a>
      </div>
      <LookPanel />
      <Told variant={variant} name={name} pieces={pieces} />
      <details>
        <summary>{t('Definition')}</summary>
        <pre class="definition" tabIndex={0} aria-label={t('Definition')}>{text}</pre>
      </details>
    </>
  );
}
