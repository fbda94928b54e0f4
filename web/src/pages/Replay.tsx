// Replay.tsx: a record that no server has: pasted, dropped, or in the link; without one, the way to open one.

import { useLoad } from '../load';
import { useTitle, type PageProps } from '../navigation';
import { openWith, type Shoogi, type Variant } from '../library';
import { heldRecord } from '../records/held';
import { Import } from '../records/Import';
import { LocalShare } from '../records/LocalShare';
import { namesIn, readOwn } from '../records/ownText';
import { Replay as Shown } from '../records/Replay';
import { playersOf } from '../recordTitle';
import { endInWords } from '../result';
import { titleOf } from '../rules/title';
import { inWords } from '../server';
import { KeepAsStudy } from '../study/KeepAsStudy';
import { listed, t } from '../words';

const variants = new Map<string, Variant>();

/** Kept, because a page may show several records of a game, and the module has no garbage collection. */
function variantOf(shoogi: Shoogi, name: string, definition: string): Variant {
  let variant = variants.get(definition);
  if (!variant) variants.set(definition, (variant = shoogi.variant(definition, { lenient: true, name })));
  return variant;
}

async function load(query: URLSearchParams) {
  const text = await heldRecord(query);
  if (text === null) return null;
  const record = readOwn(text);
  const { shoogi, definitions } = await openWith(record.game);
  const definition = definitions.get(record.game);
  if (definition === undefined) throw new Error(t('There is no game called {name}. Choose one from the list.', { name: record.game }));
  return { text, record, definition, definitions, variant: variantOf(shoogi, record.game, definition) };
}

/** The outcome in "resign black", if it is one. */
const outcomeOf = (end: string): string => /^\S+ (black|white|draw|no-contest)/.exec(end)?.[1]?.replace('-', ' ') ?? '';

export default function Replay({ place }: PageProps) {
  const { value, error } = useLoad(() => load(place.query), `${place.query} ${location.hash}`);
  const header = (name: string) => value?.record.headers.get(name) ?? '';
  const names = value ? namesIn(value.record) : { black: '', white: '' };
  const title = playersOf(names) || t('Records');
  useTitle(title);
  if (error) return <><h1>{t('Records')}</h1><p role="alert" class="fault">{inWords(error)}</p><Import /></>;
  if (value === undefined) return <p class="waiting">{t('Loading')}</p>;
  if (value === null) return <><h1>{t('Records')}</h1><Import /></>;
  const { text, record, definition, definitions, variant } = value;
  const last = record.nodes[record.main.at(-1) ?? 0]!;
  return (
    <Shown key={text} variant={variant} definition={definition} bases={definitions} record={record} title={title} ply={place.query.get('ply')}
      about={<p class="quiet">{listed([titleOf(record.game, definition), header('event'), header('start-time'),
        outcomeOf(last.end) && endInWords(outcomeOf(last.end))].filter(Boolean))}</p>}
      keep={<KeepAsStudy title={title} record={() => Promise.resolve([record.game, text] as const)} />}
      share={(board, whole) => <LocalShare text={text} game={record.game} definition={definition} names={names} board={board} whole={whole} />} />
  );
}
