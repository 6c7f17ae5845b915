// What became of the rows of a load: added, changed, removed, and those that could not be used.
import type { LoadStatus } from '@graticule/contract/services/append';
import { Alert, List, Text } from '@mantine/core';
import { refusedRowsOfLoadAddress } from '../api/addresses.ts';
import { useFormat, useSentences, useTranslate } from '../language/use-language.ts';
import { RefusedRows } from './RefusedRows.tsx';

const COUNTS = ['insertedCount', 'updatedCount', 'removedCount', 'skippedCount', 'repairedCount', 'unplacedCount'] as const;

interface Props {
  status: LoadStatus;
  service: string;
  layer: string;
  /** It was given up when nothing could be stopped any more. */
  isTooLate?: boolean;
}

/** The bad rows can be saved as a file. */
export function LoadReport({ status, service, layer, isTooLate = false }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const say = useSentences();
  // what cannot be read is found before what does not fit
  const problems = (status.problems ?? []).toSorted((one, other) => one.row - other.row);
  const refused = status.refusedCount ?? 0;
  const file = { address: refusedRowsOfLoadAddress(service, layer, status.jobId), rows: status.refusedInFile ?? 0 };
  return (
    <Alert color={refused > 0 ? 'ochre' : 'lichen'} title={t(refused > 0 ? 'item.load.done-partly' : 'item.load.done')} role="status">
      {isTooLate && <Text size="sm">{t('item.load.too-late')}</Text>}
      <List size="sm">
        {COUNTS.map((name) => {
          const count = status[name] ?? 0;
          return count > 0 && <List.Item key={name}>{t(`item.load.${name}`, { count, shown: format.number(count) })}</List.Item>;
        })}
      </List>
      {(status.warnings ?? []).map((warning) => (
        <Text key={warning.text} size="sm">
          {say(warning)}
        </Text>
      ))}
      {refused > 0 && <RefusedRows count={refused} problems={problems} file={file} />}
      {refused === 0 && COUNTS.every((name) => !status[name]) && <Text size="sm">{t('item.load.nothing')}</Text>}
    </Alert>
  );
}
