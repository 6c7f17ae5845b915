// Adds the rows of a file to a layer, merges them by a key, or replaces everything.
import type { Item } from '@graticule/contract/content/item';
import type { LoadStatus } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import type { EditRights } from '../features/edit-rights.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { useIsGone } from '../ui/use-is-gone.ts';
import { pairParameters } from './column-pairs.ts';
import { GuardedModal } from './GuardedModal.tsx';
import { JobProgress } from './JobProgress.tsx';
import { hasKeyColumn, LoadKey } from './LoadKey.tsx';
import { LoadReport } from './LoadReport.tsx';
import { type LoadMode, type LoadWishes, loadRows, UnheardLoad } from './load-rows.ts';
import { RowsFile, useRowsFile } from './RowsFile.tsx';
import { type GivenUp, useWatchedJob } from './use-given-up.ts';
import type { SentFile } from './use-sent-file.ts';

const MODES: readonly LoadMode[] = ['append', 'upsert', 'replace'];

interface Props {
  item: Item;
  service: string;
  layers: readonly LayerInfo[];
  /** Adding rows needs the right to add, merging that to change as well. */
  rightsOf: (layer: LayerInfo) => EditRights;
  /** Replacing needs the owner or an administrator. */
  mayReplace: boolean;
  onClose: () => void;
}

/** Readers of the layer see either the rows before or the rows after, never a part. */
export function UpdateDataDialog({ item, service, layers, rightsOf, mayReplace, onClose }: Props) {
  const t = useTranslate();
  const failure = useFailureWords();
  const [layerId, setLayerId] = useState(() => String((layers.find((each) => rightsOf(each).create) ?? layers[0])?.id ?? 0));
  const [asked, setMode] = useState<LoadMode>('append');
  const [chosenKey, setKey] = useState<string | null>();
  const layer = layers.find(({ id }) => String(id) === layerId);
  const mayMerge = layer === undefined || rightsOf(layer).update;
  const mode = asked === 'upsert' && !mayMerge ? 'append' : asked;
  const rows = useRowsFile(service, layer);
  const { pairs } = rows;
  // the key that was chosen when the layer was published, unless another is chosen now; a replacement needs none
  const own = layer?.keyField ?? null;
  const isOffered = mode === 'upsert' || hasKeyColumn(layer, pairs, own);
  const key = chosenKey === undefined ? (isOffered ? own : null) : chosenKey;
  const pairing = pairs && pairParameters(pairs);
  const load = { service, layer: layerId, mode, key: key ?? undefined, pairing, reading: rows.reading };
  const { work, isLost, status, job } = useLoad(item, load, rows.sent);
  const holder = useStageFocus<HTMLDivElement>(work.status);
  // rows that change features need no places
  const isMatched = mode === 'append' || hasKeyColumn(layer, pairs, key);
  const isReady = rows.isReadable && isMatched && (mode === 'upsert' ? key !== null : rows.hasPlaces);
  // what else is missing is said where it is chosen
  const why = rows.sent.file === null ? t('item.load.why-file') : mode === 'upsert' && key === null ? t('item.load.why-key') : undefined;
  const reason = useId();
  return (
    <GuardedModal onClose={onClose} title={t('item.load.title')} size={560} closeOnClickOutside={!work.isPending}>
      <div ref={holder} tabIndex={-1}>
        {work.data ? (
          <Stack gap="md">
            <LoadReport status={work.data} service={service} layer={layerId} />
            <Group justify="flex-end">
              <Button data-stage-focus onClick={onClose}>
                {t('shell.close')}
              </Button>
            </Group>
          </Stack>
        ) : work.isPending ? (
          <Working isLost={isLost} status={status} job={job} />
        ) : (
          <Stack gap="md" data-unkept>
            {work.error && (
              <Alert color={job.isOver(work.error) ? 'gray' : 'vermilion'} role="alert">
                {job.isOver(work.error) ? t('item.load.cancelled') : failure(work.error)}
              </Alert>
            )}
            {layers.length > 1 && (
              <Select
                label={t('item.data.layer')}
                allowDeselect={false}
                value={layerId}
                onChange={(value) => {
                  setLayerId(value ?? layerId);
                  setKey(undefined);
                  rows.unpair();
                }}
                data={layers.map((each) => ({ value: String(each.id), label: each.name, disabled: !rightsOf(each).create }))}
              />
            )}
            <RowsFile layer={layer} rows={rows} onChosen={work.reset} />
            <Radio.Group label={t('item.load.mode')} value={mode} onChange={(value) => setMode(value as LoadMode)}>
              <Stack gap="sm" mt="xs">
                {MODES.map((each) => (
                  <Radio
                    key={each}
                    value={each}
                    disabled={(each === 'replace' && !mayReplace) || (each === 'upsert' && !mayMerge)}
                    label={t(`item.load.mode.${each}`)}
                    description={t(
                      each === 'upsert' && !mayMerge
                        ? 'item.load.no-merge'
                        : each === 'replace' && !mayReplace
                          ? 'item.load.no-replace'
                          : `item.load.mode.${each}-hint`,
                    )}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {mode !== 'append' && <LoadKey layer={layer} pairs={pairs} value={key} isReplacing={mode === 'replace'} onChange={setKey} />}
            <Group justify="flex-end">
              {why !== undefined && (
                <Text id={reason} size="sm" c="dimmed" ta="end" w="100%">
                  {why}
                </Text>
              )}
              <Button variant="default" onClick={onClose}>
                {t('shell.cancel')}
              </Button>
              <Button
                data-stage-focus
                disabled={!isReady}
                aria-describedby={why === undefined ? undefined : reason}
                color={mode === 'replace' ? 'vermilion' : undefined}
                loading={rows.isReading}
                onClick={() => work.mutate()}
              >
                {t(`item.load.submit.${mode}`)}
              </Button>
            </Group>
          </Stack>
        )}
      </div>
    </GuardedModal>
  );
}

/** One load at a time: how far it is, its end, and a way to stop it. */
function useLoad(item: Item, wishes: Omit<LoadWishes, 'upload' | 'onLost' | 'onStatus' | 'signal'>, sent: SentFile) {
  const client = useQueryClient();
  const { status, isLost, job, watch } = useWatchedJob<LoadStatus>();
  const tell = useUnseenEnd(item, job);
  const work = useMutation({
    mutationFn: () => {
      return sent.keep(loadRows({ ...wishes, upload: sent.upload ?? '', ...watch() }));
    },
    onSettled: (done, error) => {
      tell(done, error);
      return client.invalidateQueries({ queryKey: keys.item(item.id) });
    },
  });
  return { work, isLost, status, job };
}

/** Why a load did not come to a good end, and what that means for the layer. */
function useFailureWords(): (error: unknown) => string {
  const t = useTranslate();
  const words = useErrorWords();
  return (error) => {
    const { text, details } = words(error);
    return [text, ...details, t(error instanceof UnheardLoad ? 'item.load.unheard' : 'item.load.unchanged')].join(' ');
  };
}

/** Tells what became of a load whose dialog was closed meanwhile. */
function useUnseenEnd({ title }: Item, job: GivenUp) {
  const t = useTranslate();
  const failure = useFailureWords();
  const isGone = useIsGone();
  return (done: LoadStatus | undefined, error: unknown) => {
    if (!isGone.current || job.isOver(error)) return;
    const isPart = (done?.refusedCount ?? 0) > 0;
    const ended = { color: isPart ? 'ochre' : 'lichen', message: t(isPart ? 'item.load.done-partly' : 'item.load.done') };
    const failed = { color: 'vermilion', message: failure(error) };
    // whoever began it may look at something else for hours
    notifications.show({ title, autoClose: false, ...(done ? ended : failed) });
  };
}

/** How far the load is, and a way out that leaves the layer as it was. */
function Working({ isLost, status, job }: { isLost: boolean; status: LoadStatus | undefined; job: GivenUp }) {
  const t = useTranslate();
  const format = useFormat();
  const total = status?.totalCount;
  const shown = format.number(status?.recordCount ?? 0);
  const far = total ? t('item.load.rows-of', { shown, total: format.number(total) }) : t('item.load.rows-done', { shown });
  return (
    <>
      <JobProgress
        label={t('item.load.working')}
        text={isLost ? t('item.load.lost') : far}
        share={status && total ? status.recordCount / total : undefined}
        isLost={isLost}
        job={job}
      />
      {!job.isGivingUp && (
        <Text size="sm" mt="xs">
          {t('item.load.goes-on')}
        </Text>
      )}
    </>
  );
}
