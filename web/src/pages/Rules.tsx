// Rules.tsx: the rules of a game, from its definition.

import { useEffect, useMemo } from 'preact/hooks';
import { LookPanel } from '../board/LookPanel';
import { useLook } from '../board/look';
import { readOnce } from '../invent/reader';
import { openHelp, type Library } from '../library';
import { useLoad } from '../load';
import { useTitle, type PageProps } from '../navigation';
import { RulesText } from '../rules/RulesText';
import { api, inWords } from '../server';
import { listed, t } from '../words';
import { gamesIn, titleOf } from '../rules/title';
import { unknownGame } from '../rules/UnknownGame';

export default function Rules({ place }: PageProps) {
  const { value, error } = useLoad(openHelp, 'help');
  const [name] = place.rest;
  useTitle(name ? t('Rules of {game}', { game: titleOf(name, value?.definitions.get(name) ?? '') }) : t('Rules'));
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  if (!value) return <p class="waiting">{t('Loading')}</p>;
  if (!name) return <Index library={value} />;
  if (name.startsWith('@')) return <Stored library={value} number={name.slice(1)} />;
  const text = value.definitions.get(name);
  const stored = place.query.get('definition'); // of a game with a definition of its own
  if (text === undefined && stored !== null) return <Stored library={value} number={stored} />;
  return text === undefined
    ? <><h1>{t('Rules')}</h1><p role="alert">{unknownGame(name)}</p><Index library={value} /></>
    : <Game library={value} name={name} text={text} />;
}

/** The other names in a definition. */
const aliases = (text: string): readonly string[] =>
  [...text.matchAll(/^alias=(.*)$/gm)].flatMap(([, names = '']) => names.split(',')).filter((name) => name !== '' && name !== 'none');

function Index({ library }: { library: Library }) {
  return (
    <>
      <h1>{t('Rules of all games')}</h1>
      <ul class="game-list">
        {gamesIn(library.definitions).map(({ name, title }) => (
          <li key={name}><a href={`/rules/${name}`}>{title}</a> <span>{listed([name, ...aliases(library.definitions.get(name)!)])}</span></li>
        ))}
      </ul>
      <p class="buttons">
        <a href="/editor">{t('Position editor')}</a>
        <a href="/table">{t('Free board')}</a>
        <a href="/help/">{t('Help on everything else')}</a>
      </p>
    </>
  );
}

/** The rules of a saved game: checked in a worker first, because its text may be anything. */
function Stored({ library, number }: { library: Library; number: string }) {
  const { value, error } = useLoad(async () => {
    const { name, text } = await api.get<{ name: string; text: string }>(`/api/definitions/${encodeURIComponent(number)}`);
    const reading = await readOnce(text);
    return { name, text, playable: reading.state === 'read' && reading.trial.playable };
  }, number);
  if (error) return <p role="alert">{inWords(error)}</p>;
  if (!value) return <p class="waiting">{t('Loading')}</p>;
  return value.playable
    ? <Game library={library} name={value.name} at={`@${number}`} text={value.text} />
    : <><h1>{value.name}</h1><p role="alert">{t('This game needs more time or memory than a page allows.')}</p></>;
}

function Game({ library, name, at = name, text }: { library: Library; name: string; at?: string; text: string }) {
  const shipped = at === name;
  const variant = useMemo(() => library.shoogi.variant(text), [library, text]);
  useEffect(() => () => variant.free(), [variant]);
  const { set: pieceSet } = useLook();
  const signs = aliases(text).find((alias) => /[^ -~]/.test(alias));
  const others = aliases(text).filter((alias) => alias !== signs);
  const title = titleOf(name, text);
  return (
    <>
      <h1>{title}{signs !== undefined && signs !== title && ` ${signs}`}</h1>
      {others.length > 0 && <p>{t('Also known as {names}.', { names: listed(others) })}</p>}
      <div class="tools" role="group" aria-label={t('Settings')}>
        {shipped ? (
          <>
            <a href={`/try?variant=${encodeURIComponent(name)}`}>{t('Try it')}</a>
            <a href={`/editor?variant=${encodeURIComponent(name)}`}>{t('Set up a position')}</a>
            <a href={`/invent?base=${encodeURIComponent(name)}`}>{t('Change its rules')}</a>
            <a href={`/help/game-${encodeURIComponent(name)}`}>{t('Rules without JavaScript')}</a>
          </>
        ) : <a href={`/invent?definition=${at.slice(1)}`}>{t('Try and edit it')}</a>}
        <a href={`/?offer&variant=${encodeURIComponent(at)}`}>{t('Challenge someone')}</a>
      </div>
      <LookPanel />
      <RulesText variant={variant} name={name} pieceSet={pieceSet} definitions={library.definitions} />
      <details>
        <summary>{t('Definition')}</summary>
        <pre class="definition" tabIndex={0} aria-label={t('Definition')}>{text}</pre>
      </details>
    </>
  );
}
