// Rows of a file of which something is to be told, such as those that could not be used: the first ones by number and reason, and more of them as a file to save.
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
  /** How many there are, how many more than are listed, and the name of the saved file. */
  words?: RowsWords;
}

interface RowsWords {
  title: 'item.publish.refused' | 'item.publish.unplaced';
  more: 'item.publish.problems-more' | 'item.publish.unplaced-more';
  file: 'item.publish.problems-file' | 'item.publish.unplaced-file';
}

const REFUSED: RowsWords = { title: 'item.publish.refused', more: 'item.publish.problems-more', file: 'item.publish.problems-file' };
/** For rows that are in the layer without a place, because none is known by their names. */
export const UNPLACED: RowsWords = {
  title: 'item.publish.unplaced',
  more: 'item.publish.unplaced-more',
  file: 'item.publish.unplaced-file',
};

/** Closed at first. */
export function RefusedRows({ count, problems, file, words = REFUSED }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const say = useSentences();
  const line = ({ layer, row, said }: RefusedRow) => {
    const reason = say(said);
    return layer === undefined ? t('item.publish.row', { row, reason }) : t('item.publish.row-of', { layer, row, reason });
  };
  const whole = file !== undefined && file.rows > problems.length ? file : undefined;
  const left = count - (whole?.rows ?? problems.length);
  const more = left > 0 ? t(words.more, { count: left, shown: format.number(left) }) : '';
  return (
    <details>
      <summary>{t(words.title, { count, shown: format.number(count) })}</summary>
      <Text size="xs" c="dimmed">
        {t('item.publish.row-numbers')}
      </Text>
      <ul>
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={`${problem.layer} ${problem.row} ${problem.reason}`}>{line(problem)}</li>
        ))}
      </ul>
      {more !== '' && <Text size="sm">{more}</Text>}
      <Anchor href={whole?.address ?? problemsFile(problems, say, more)} download={`${t(words.file)}.csv`} size="sm">
        {t('item.publish.problems-save')}
      </Anchor>
    </details>
  );
}
