// All.tsx: the list of shared free boards, each with its position.

import { ButtonLink, Empty } from '../design/parts';
import { WhenVisible } from '../design/WhenVisible';
import { MiniBoard } from '../lobby/MiniBoard';
import '../lobby/lobby.css';
import { useLoad } from '../load';
import { useTitle } from '../navigation';
import { PlayerLink } from '../PlayerLink';
import { api, inWords, useMe } from '../server';
import { t, tx } from '../words';
import { latest } from './log';
import { sharedOf, type Seats, type TableAnswer } from './shared';

/** The two players at a board. */
export const Seated = ({ seats: { first, second } }: { seats: Seats }) => <>{tx('{first} and {second}', {
  first: first ? <PlayerLink name={first} /> : t('nobody yet'), second: second ? <PlayerLink name={second} /> : t('nobody yet'),
})}</>;

/** The position of a board after the first page of its lines: few boards have more lines than that. */
function Position({ id }: { id: number }) {
  const { value } = useLoad(async () => {
    const { log } = sharedOf(await api.get<TableAnswer>(`/api/tables/${id}`));
    return { signs: log.signs, ...latest(log).position };
  }, `${id}`);
  if (!value) return <span class="mini" />;
  const { signs, width, height, cells } = value;
  const rows = Array.from({ length: height }, (_, rank) => cells.slice(rank * width, (rank + 1) * width).map((cell) => cell || null));
  return <MiniBoard game={signs} placed={{ files: width, ranks: height, cells: rows, hands: {} }} />;
}

export function All({ before }: { before: string }) {
  useTitle(t('Free boards'));
  const me = useMe();
  const { value, error } = useLoad(
    () => api.get<{ tables: Seats[]; more: boolean; before: number }>(`/api/tables${before === '' ? '' : `?before=${before}`}`),
    `${before} ${me?.name ?? ''}`);
  return (
    <>
      <div class="row">
        <h1 class="grow">{t('Free boards')}</h1>
        <ButtonLink kind="primary" href="/table">{t('Set up a board')}</ButtonLink>
      </div>
      <p>{t('On a free board, two people move the pieces by hand, without rules.')}</p>
      {error !== undefined && <p role="alert" class="fault">{inWords(error)}</p>}
      <ul class="tiles">
        {value?.tables.map((row) => (
          <li key={row.id}>
            <div class="card tile">
              <WhenVisible class="picture"><Position id={row.id} /></WhenVisible>
              <span class="words"><a class="whole" href={`/tables/${row.id}`}><strong>{row.title === '' ? t('Board {n}', { n: row.id }) : row.title}</strong></a>{' '}
                <span><Seated seats={row} /></span></span>
            </div>
          </li>
        ))}
      </ul>
      {value?.tables.length === 0 && <Empty>{t('No free boards yet.')}</Empty>}
      {value?.more && <p><a href={`/tables?before=${value.before}`}>{t('Older boards')}</a></p>}
    </>
  );
}
