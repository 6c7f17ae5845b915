// What was done with the rows of a service, the latest first: publications, loads and exports, those that run included.
import { type LoadStatus, listLoads } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { FramedTable } from '../../ui/FramedTable.tsx';
import { LoadHistoryRow } from './LoadHistoryRow.tsx';
import { type LayerJob, type NamedJob, oncePerJob } from './layer-jobs.ts';
import { renewRows } from './use-rows.ts';

/** How often a list with running jobs is asked for again. */
const REFRESH_MS = 3000;
const isRunning = (jobs: readonly LoadStatus[] = []): boolean => jobs.some(({ status }) => status === 'Pending' || status === 'InProgress');

/** Nothing where the reader may not see them. */
export function LoadHistory({ itemId, service, layers }: { itemId: string; service: string; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: keys.itemPart(itemId, 'loads'),
    queryFn: async () => {
      const jobsOf = async (layer: string): Promise<LayerJob[]> => {
        const { jobs } = await call(listLoads, { service, layer }, { quiet: true });
        return jobs.map((job) => ({ ...job, layer }));
      };
      return oncePerJob((await Promise.all(layers.map(({ id }) => jobsOf(String(id))))).flat());
    },
    refetchInterval: (query) => (isRunning(query.state.data) ? REFRESH_MS : false),
    retry: false,
  });
  useRenewal(itemId, data);
  if (!data) return null;
  return (
    <fieldset>
      <legend>{t('item.load.history')}</legend>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('item.load.no-history')}
        </Text>
      ) : (
        <FramedTable columns={[{ label: t('item.load.what') }, { label: t('item.load.rows') }, { label: t('item.load.state') }]}>
          {data.slice(0, 20).map((job) => (
            <LoadHistoryRow key={job.jobId} job={job} service={service} />
          ))}
        </FramedTable>
      )}
    </fieldset>
  );
}

/** What a job that was seen running has done to rows, their number and their fields is read anew once it has ended. */
function useRenewal(itemId: string, jobs: readonly NamedJob[] | undefined): void {
  const client = useQueryClient();
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (jobs === undefined) return;
    const now = new Set(jobs.filter((job) => isRunning([job])).map(({ jobId }) => jobId));
    const hasEnded = jobs.some(({ jobId }) => running.current.has(jobId) && !now.has(jobId));
    running.current = now;
    if (!hasEnded) return;
    void renewRows(client, itemId);
    void client.invalidateQueries({ queryKey: keys.itemPart(itemId, 'layers') });
  }, [client, itemId, jobs]);
}
