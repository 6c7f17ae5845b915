// The rows of a file that are in the layer without a place, because none is known by their names.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { Anchor } from '@mantine/core';
import { useFormat, useSentences, useTranslate } from '../language/use-language.ts';
import { problemsFile } from './problems-file.ts';

/** Rows that are listed on the page. */
const SHOWN = 50;

/** Closed at first; `rows` are the first of them. */
export function UnplacedRows({ count, rows }: { count: number; rows: readonly PublishProblem[] }) {
  const t = useTranslate();
  const format = useFormat();
  const say = useSentences();
  const left = count - rows.length;
  const more = left > 0 ? t('item.publish.unplaced-more', { count: left, shown: format.number(left) }) : '';
  return (
    <details>
      <summary>{t('item.publish.unplaced', { count, shown: format.number(count) })}</summary>
      <ul>
        {rows.slice(0, SHOWN).map(({ row, said }) => (
          <li key={row}>{t('item.publish.row', { row, reason: say(said) })}</li>
        ))}
      </ul>
      <Anchor href={problemsFile(rows, say, more)} download={`${t('item.publish.unplaced-file')}.csv`} size="sm">
        {t('item.publish.problems-save')}
      </Anchor>
    </details>
  );
}
