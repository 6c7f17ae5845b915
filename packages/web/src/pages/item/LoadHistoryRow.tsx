// One job with the rows of a layer: what, who, when, how far, what is to be known of it, and a way to stop it.
import { cancelLoad, type LoadStatus } from '@graticule/contract/services/append';
import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { refusedRowsOfLoadAddress } from '../../api/addresses.ts';
import { call } from '../../api/call.ts';
import { shareOfLoad } from '../../item-actions/load-rows.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useSentences, useTranslate } from '../../language/use-language.ts';
import { NameWords } from '../../ui/FramedTable.tsx';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import type { NamedJob } from './layer-jobs.ts';

const COLOURS: Readonly<Record<LoadStatus['status'], string>> = {
  Pending: 'gray',
  InProgress: 'meridian',
  Completed: 'lichen',
  CompletedWithErrors: 'ochre',
  Failed: 'vermilion',
};

interface Props {
  job: NamedJob;
  service: string;
}

/** Keeps saying that the job is being stopped until the portal has done so. */
export function LoadHistoryRow({ job, service }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const stopping = useItemChange(() => call(cancelLoad, { service, layer: job.layer, job: job.jobId }));
  // the button goes once the job is stopped; who pressed it goes on from its row
  const button = useFocusHeir<HTMLButtonElement>((going) => going.closest('tr'));
  const isStopping = stopping.isPending || stopping.isSuccess;
  const what = job.operation ? t(`item.load.kind.${job.operation}`) : t('item.load.kind.unknown');
  const layers = job.layerNames.join(', ');
  const share = shareOfLoad(job);
  return (
    <Table.Tr tabIndex={-1}>
      <Table.Td>
        <NameWords>
          <strong>{what}</strong>
          {job.exportFormat && <> ({job.exportFormat})</>}
          <small>
            <bdi>{layers}</bdi>
          </small>
          <small>
            {job.startedBy !== undefined && (
              <>
                <bdi>{job.startedBy}</bdi>
                {' · '}
              </>
            )}
            <bdi style={{ overflowWrap: 'normal' }}>{inTwoParts(format.dateTime(job.submissionTime))}</bdi>
          </small>
        </NameWords>
      </Table.Td>
      {/* of what failed or was cancelled no row is left, however many were read */}
      <Table.Td className="tabular">{job.status !== 'Failed' && format.number(job.recordCount)}</Table.Td>
      <Table.Td>
        <Badge
          variant="light"
          tt="none"
          // The column of a phone is narrower than some of the words.
          miw="max-content"
          color={job.cancelled ? 'gray' : COLOURS[job.status]}
        >
          {t(job.cancelled ? 'item.load.state.Cancelled' : `item.load.state.${job.status}`)}
        </Badge>
        {job.status === 'InProgress' && share !== undefined && <ShareBar label={t('item.load.working')} share={share} mt={4} />}
        {job.phase && <Text size="xs">{t(`item.job.phase.${job.phase}`)}</Text>}
        <Known job={job} />
        {(job.refusedInFile ?? 0) > 0 && (
          <Anchor
            href={refusedRowsOfLoadAddress(service, job.layer, job.jobId)}
            download={`${t('item.publish.problems-file')}.csv`}
            size="xs"
            aria-label={t('item.load.refused-of', { what, layer: layers })}
          >
            {t('item.publish.problems-save')}
          </Anchor>
        )}
        {job.mayCancel && (
          // not disabled: it would lose the focus
          <Button
            ref={button}
            mt={6}
            variant="default"
            size="compact-md"
            data-disabled={isStopping || undefined}
            aria-disabled={isStopping}
            onClick={() => isStopping || stopping.mutate(undefined)}
            aria-label={isStopping ? undefined : t('item.load.cancel-of', { what, layer: layers })}
          >
            {t(isStopping ? 'item.load.stopping' : 'shell.cancel')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Where a comma stands between the day and the time, the lines of a narrow column end there alone. */
function inTwoParts(moment: string): string {
  const whole = (part: string) => part.replaceAll(' ', '\u00a0');
  return moment.replace(/^(.*[,،]) ([^,،]*)$/, (_, day, time) => `${whole(day)} ${whole(time)}`);
}

/** Why it failed, in the reader's language where that is known, and what was left out or assumed. */
function Known({ job }: { job: LoadStatus }) {
  const t = useTranslate();
  const format = useFormat();
  const say = useSentences();
  const { operation, refusedCount: refused = 0, unplacedCount: unplaced = 0, textsCut = 0 } = job;
  const why = job.reasons && job.reasons.length > 0 ? job.reasons.map(say).join(' ') : job.statusMessage;
  const isAsBefore = job.status === 'Failed' && operation !== 'publish' && operation !== 'export';
  const words = [
    [job.cancelled ? undefined : why, isAsBefore ? t('item.load.unchanged') : undefined].filter(Boolean).join(' '),
    refused > 0 ? t('item.load.refused', { count: refused, shown: format.number(refused) }) : '',
    unplaced > 0 ? t('item.load.unplacedCount', { count: unplaced, shown: format.number(unplaced) }) : '',
    textsCut > 0 ? t('item.load.texts-cut', { count: textsCut, shown: format.number(textsCut) }) : '',
    ...(job.warnings ?? []).map(say),
  ];
  return [...new Set(words)].filter(Boolean).map((text) => (
    <Text key={text} size="xs">
      {text}
    </Text>
  ));
}
