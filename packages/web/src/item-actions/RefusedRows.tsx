// The rows of a file that could not be used: the first ones by number and reason, and more of them as a file to save.
import { Anchor, Text } from '@mantine/core';
import { useFormat, useSentences, useTranslate } from '../language/use-language.ts';
import { problemsFile, type RefusedRow } from './problems-file.ts';

/** Rows that are listed on the page. */
const SHOWN = 50;

interface Props {
  count: number;
  problems: readonly RefusedRow[];
  /** Where a file with more rows than these lies. */
  file?: { address: string; rows: number } | undefined;
}

/** Closed at first. */
export function RefusedRows({ count, problems, file }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const say = useSentences();
  const words = ({ layer, row, said }: RefusedRow) => {
    const reason = say(said);
    return layer === undefined ? t('item.publish.row', { row, reason }) : t('item.publish.row-of', { layer, row, reason });
  };
  const whole = file !== undefined && file.rows > problems.length ? file : undefined;
  const left = count - (whole?.rows ?? problems.length);
  const more = left > 0 ? t('item.publish.problems-more', { count: left, shown: format.number(left) }) : '';
  return (
    <details>
      <summary>{t('item.publish.refused', { count, shown: format.number(count) })}</summary>
      <ul>
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={`${problem.layer} ${problem.row} ${problem.reason}`}>{words(problem)}</li>
        ))}
      </ul>
      {more !== '' && <Text size="sm">{more}</Text>}
      <Anchor href={whole?.address ?? problemsFile(problems, say, more)} download={`${t('item.publish.problems-file')}.csv`} size="sm">
        {t('item.publish.problems-save')}
      </Anchor>
    </details>
  );
}
