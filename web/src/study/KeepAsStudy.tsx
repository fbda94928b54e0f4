// KeepAsStudy.tsx: makes a study of the game under analysis, for members.

import { Button } from '../design/parts';
import { go } from '../navigation';
import { useMe } from '../server';
import { useWork } from '../useWork';
import { t } from '../words';

export interface KeepAsStudyProps {
  title: string;
  /** The name of the game, or "@12", and the record in our own format. */
  record(): Promise<readonly [variant: string, text: string]>;
}

export function KeepAsStudy({ title, record }: KeepAsStudyProps) {
  const me = useMe();
  const { run, busy, outcome } = useWork();
  if (!me || me.guest) return null;
  return (
    <>
      <Button disabled={busy} onClick={() => run(async () => {
        const [[variant, text], { newStudyOfText }] = await Promise.all([record(), import('./fromRecord')]);
        go(await newStudyOfText(title, variant, text));
        return '';
      })}>{t('Keep as a study')}</Button>
      {outcome}
    </>
  );
}
