// The latest loads of rows into the layers of a service, those that run included.
import { type LoadStatus, listLoads } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Badge, Progress, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useSentences, useTranslate } from '../../language/use-language.ts';

const COLOURS: Readonly<Record<LoadStatus['status'], string>> = {
  Pending: 'gray',
  InProgress: 'meridian',
  Completed: 'lichen',
  CompletedWithErrors: 'ochre',
  Failed: 'vermilion',
};
/** How often a list with running jobs is asked for again. */
const REFRESH_MS = 3000;
const isRunning = (jobs: readonly LoadStatus[] = []): boolean => jobs.some(({ status }) => status === 'Pending' || status === 'InProgress');

/** Nothing where the reader may not see them. */
export function LoadHistory({ itemId, service, layers }: { itemId: string; service: string; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: keys.itemPart(itemId, 'loads'),
    queryFn: async () => {
      const replies = await Promise.all(layers.map(({ id }) => call(listLoads, { service, layer: String(id) }, { quiet: true })));
      return replies.flatMap(({ jobs }) => jobs).sort((a, b) => b.submissionTime - a.submissionTime);
    },
    refetchInterval: (query) => (isRunning(query.state.data) ? REFRESH_MS : false),
    retry: false,
  });
  if (!data) return null;
  return (
    <fieldset>
      <legend>{t('item.load.history')}</legend>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('item.load.no-history')}
        </Text>
      ) : (
        <Table verticalSpacing={8} fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('item.load.when')}</Table.Th>
              <Table.Th>{t('item.data.layer')}</Table.Th>
              <Table.Th>{t('item.load.rows')}</Table.Th>
              <Table.Th>{t('item.load.state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.slice(0, 20).map((job) => (
              <Table.Tr key={job.jobId}>
                <Table.Td>{format.dateTime(job.submissionTime)}</Table.Td>
                <Table.Td>{job.layerName}</Table.Td>
                <Table.Td className="tabular">{format.number(job.recordCount)}</Table.Td>
                <Table.Td>
                  <Badge variant="light" tt="none" color={COLOURS[job.status]}>
                    {t(`item.load.state.${job.status}`)}
                  </Badge>
                  {job.status === 'InProgress' && job.totalCount ? (
                    <Progress value={(job.recordCount / job.totalCount) * 100} mt={4} aria-label={t('item.load.working')} />
                  ) : null}
                  <Why job={job} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </fieldset>
  );
}

/** In the reader's language where the reason is known. */
function Why({ job: { status, reasons, statusMessage } }: { job: LoadStatus }) {
  const t = useTranslate();
  const say = useSentences();
  const why = reasons && reasons.length > 0 ? reasons.map(say).join(' ') : statusMessage;
  const text = status === 'Failed' ? `${why} ${t('item.load.unchanged')}` : why;
  return text ? <Text size="xs">{text}</Text> : null;
}
