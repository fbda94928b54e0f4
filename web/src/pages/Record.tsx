// Record.tsx: a record of the library on its board.

import type { Evaluation } from '../engine/engine';
import { useLoad } from '../load';
import { useTitle, type PageProps } from '../navigation';
import { definitionOf, variantOf } from '../play/rules';
import { PlayerLink } from '../PlayerLink';
import { readOwn } from '../records/ownText';
import { Replay } from '../records/Replay';
import { recordTitle } from '../recordTitle';
import { endInWords } from '../result';
import { storedTitle } from '../rules/title';
import { notFound } from '../api';
import { api, inWords } from '../server';
import { ownRecordOf, Share } from '../Share';
import { KeepAsStudy } from '../study/KeepAsStudy';
import { listed, t, tx } from '../words';

interface RecordAnswer {
  id: number;
  by: string;
  variant: string;
  definition: number;
  black: string;
  white: string;
  event: string;
  played: string;
  outcome: string;
  /** In our own format. */
  text: string;
  /** What engines say in its comments. */
  evaluations: readonly Evaluation[];
}

async function load(id: string) {
  const answer = await api.get<RecordAnswer>(`/api/records/${encodeURIComponent(id)}`);
  const [variant, definition] = await Promise.all([variantOf(answer.definition), definitionOf(answer.definition)]);
  return { answer, variant, definition, record: readOwn(answer.text) };
}

export default function Record({ place }: PageProps) {
  const id = place.rest[0] ?? '';
  const { value, error } = useLoad(() => load(id), id);
  const title = t('Record {id}', { id });
  useTitle(value ? `${value.answer.black || '?'} - ${value.answer.white || '?'}` : title);
  if (error) return <><h1>{title}</h1><p role="alert" class="fault">{notFound(error) ? t('There is no record {id}.', { id }) : inWords(error)}</p><p><a href="/games">{t('Look at finished games')}</a></p></>;
  if (!value) return <p class="waiting">{t('Loading')}</p>;
  const { answer, variant, definition, record } = value;
  const { black, white, event, played, outcome, by, evaluations } = answer;
  return (
    <Replay key={id} variant={variant} definition={definition.text} record={record} title={recordTitle(answer)} evaluations={evaluations}
      ply={place.query.get('ply')}
      about={<>
        <p class="quiet">{listed([storedTitle(definition), event, played, outcome && endInWords(outcome)].filter(Boolean))}</p>
        <p class="quiet">{tx('uploaded by {name}', { name: <PlayerLink name={by} /> })}</p>
      </>}
      keep={<KeepAsStudy title={`${black} - ${white}`} record={() => ownRecordOf(`/records/${answer.id}`, '', answer.definition)} />}
      share={(board, whole) => (
        <Share base={`/records/${answer.id}`} shown="" definition={answer.definition} names={{ black, white }}
          board={board} whole={whole} over />
      )} />
  );
}
