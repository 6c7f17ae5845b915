// What was done with the rows of a service, the latest first: publications, loads and exports, those that run included.
import { type LoadStatus, listLoads } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { FramedTable } from '../../ui/FramedTable.tsx';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { LoadHistoryRow } from './LoadHistoryRow.tsx';
import { type LayerJob, type NamedJob, oncePerJob } from './layer-jobs.ts';
import { renewRows } from './use-rows.ts';

/** How many more jobs are listed each time. */
const STEP = 20;
/** How often a list with running jobs is asked for again. */
const REFRESH_MS = 3000;
/** How often the others are, since jobs are begun elsewhere as well; while nobody looks at the page it is not asked. */
const LOOK_MS = 30_000;
const isRunning = (jobs: readonly LoadStatus[] = []): boolean => jobs.some(({ status }) => status === 'Pending' || status === 'InProgress');

/** Nothing where the reader may not see them. */
export function LoadHistory({ itemId, service, layers }: { itemId: string; service: string; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const [shown, setShown] = useState(STEP);
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.itemPart(itemId, 'loads'), shown],
    queryFn: async () => {
      // one more than is shown tells whether there are more
      const listOf = async (layer: string) => {
        const { jobs, more } = await call(listLoads, { service, layer, num: shown + 1 }, { quiet: true });
        return { more, jobs: jobs.map((job): LayerJob => ({ ...job, layer })) };
      };
      const lists = await Promise.all(layers.map(({ id }) => listOf(String(id))));
      const jobs = oncePerJob(lists.flatMap((list) => list.jobs));
      return { jobs: jobs.slice(0, shown), hasMore: jobs.length > shown || lists.some(({ more }) => more) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (isRunning(query.state.data?.jobs) ? REFRESH_MS : LOOK_MS),
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  useRenewal(itemId, data?.jobs);
  // the button goes once all are there; who pressed it goes on from the last one that was there
  const button = useFocusHeir<HTMLButtonElement>((going) => going.closest('fieldset')?.querySelector<HTMLElement>('tbody tr:last-child'));
  if (!data) return null;
  return (
    <fieldset>
      <legend>{t('item.load.history')}</legend>
      {data.jobs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('item.load.no-history')}
        </Text>
      ) : (
        <FramedTable columns={[{ label: t('item.load.what') }, { label: t('item.load.rows') }, { label: t('item.load.state') }]}>
          {data.jobs.map((job) => (
            <LoadHistoryRow key={job.jobId} job={job} service={service} />
          ))}
        </FramedTable>
      )}
      {data.hasMore && (
        <div>
          <Button ref={button} variant="default" loading={isPlaceholderData} onClick={() => setShown(shown + STEP)}>
            {t('item.load.more')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** What a job has done to rows, their number and their fields is read anew once it has ended: one that was seen running, or that began and ended unseen. */
function useRenewal(itemId: string, jobs: readonly NamedJob[] | undefined): void {
  const client = useQueryClient();
  const running = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef<number>(undefined);
  useEffect(() => {
    if (jobs === undefined) return;
    const now = new Set(jobs.filter((job) => isRunning([job])).map(({ jobId }) => jobId));
    // older ones come when more are listed
    const { current: before = Number.POSITIVE_INFINITY } = latest;
    const hasEnded = jobs.some(({ jobId, submissionTime }) => (running.current.has(jobId) || submissionTime > before) && !now.has(jobId));
    running.current = now;
    latest.current = jobs[0]?.submissionTime ?? 0;
    if (!hasEnded) return;
    void renewRows(client, itemId);
    void client.invalidateQueries({ queryKey: keys.itemPart(itemId, 'layers') });
  }, [client, itemId, jobs]);
}
