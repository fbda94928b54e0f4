// Rules.tsx: the rules of a game, from its definition.

import { useEffect, useMemo } from 'preact/hooks';
import { LookPanel } from '../board/LookPanel';
import { useLook } from '../board/look';
import { ButtonLink } from '../design/parts';
import { addressOf, FIRST_LEVEL } from '../engine/levels';
import { readOnce } from '../invent/reader';
import { openHelp, type Library } from '../library';
import { useLoad } from '../load';
import { go, useTitle, type PageProps } from '../navigation';
import { RulesText } from '../rules/RulesText';
import { api, inWords } from '../server';
import { listed, t } from '../words';
import { Index } from '../rules/Index';
import { aliasesIn, gameMeant, signsAmong } from '../rules/names';
import { titleOf } from '../rules/title';
import { unknownGame } from '../rules/UnknownGame';

export default function Rules({ place }: PageProps) {
  const [name] = place.rest;
  return name ? <One key={name} asked={name} stored={place.query.get('definition')} /> : <Index />;
}

/** asked: the name in the address.  stored: the number of its definition, if it has one of its own. */
function One({ asked, stored }: { asked: string; stored: string | null }) {
  const { value, error } = useLoad(openHelp, 'help');
  const name = (value && gameMeant(asked, value.definitions)) ?? asked;
  // An address in another spelling, "CHU", becomes that of the game.
  useEffect(() => { if (name !== asked) go(`/rules/${name}${location.search}`, 'replace'); }, [name, asked]);
  useTitle(t('Rules of {game}', { game: titleOf(name, value?.definitions.get(name) ?? '') }));
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  if (!value) return <p class="waiting">{t('Loading')}</p>;
  if (name.startsWith('@')) return <Stored library={value} number={name.slice(1)} />;
  const text = value.definitions.get(name);
  if (text !== undefined) return <Game library={value} name={name} text={text} />;
  return stored !== null ? <Stored library={value} number={stored} /> : <Index fault={unknownGame(name)} />;
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
  const aliases = aliasesIn(text);
  const signs = signsAmong(aliases);
  const others = aliases.filter((alias) => alias !== signs);
  const title = titleOf(name, text);
  return (
    <>
      <h1>{title}{signs !== undefined && signs !== title && ` ${signs}`}</h1>
      {others.length > 0 && <p>{t('Also known as {names}.', { names: listed(others) })}</p>}
      <div class="tools" role="group" aria-label={t('Settings')}>
        {shipped ? (
          <>
            <ButtonLink kind="primary" href={addressOf(name, FIRST_LEVEL)}>{t('Play the computer')}</ButtonLink>
            <ButtonLink href={addressOf(name)}>{t('Try the moves')}</ButtonLink>
            <a href={`/editor?variant=${encodeURIComponent(name)}`}>{t('Set up a position')}</a>
            <a href={`/invent?base=${encodeURIComponent(name)}`}>{t('Change its rules')}</a>
            <a href={`/help/game-${encodeURIComponent(name)}`}>{t('Rules without JavaScript')}</a>
          </>
        ) : <ButtonLink kind="primary" href={`/invent?definition=${at.slice(1)}`}>{t('Try and edit it')}</ButtonLink>}
        <a href={`/?offer&variant=${encodeURIComponent(at)}`}>{t('Challenge someone')}</a>
      </div>
      <RulesText variant={variant} name={name} pieceSet={pieceSet} definitions={library.definitions} />
      <LookPanel />
      <details>
        <summary>{t('Definition')}</summary>
        <pre class="definition" tabIndex={0} aria-label={t('Definition')}>{text}</pre>
      </details>
    </>
  );
}
