// Adds the rows of a file to a layer, merges them by a key, or replaces everything.
import type { Item } from '@graticule/contract/content/item';
import type { LoadStatus } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { EditRights } from '../features/edit-rights.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { fillsNothing, pairParameters } from './column-pairs.ts';
import { GuardedModal } from './GuardedModal.tsx';
import { JobProgress } from './JobProgress.tsx';
import { hasKeyColumn, LoadKey } from './LoadKey.tsx';
import { LoadReport } from './LoadReport.tsx';
import { type LoadMode, shareOfLoad } from './load-rows.ts';
import { RowsFile, useRowsFile } from './RowsFile.tsx';
import type { GivenUp } from './use-given-up.ts';
import { useFailureWords, useLoad } from './use-load.ts';

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
  const { work, isLost, status, job, start, doubted, isHeardOf, mayDouble } = useLoad(item, load, rows.sent);
  const failure = useFailureWords(isHeardOf ? 'item.load.unheard-here' : 'item.load.unheard');
  // of one load nobody is sure because of another
  const [sureOf, setSureOf] = useState<string>();
  const isSure = sureOf === doubted;
  const holder = useStageFocus<HTMLDivElement>(work.status);
  // rows that change features need no places
  const isMatched = mode === 'append' || hasKeyColumn(layer, pairs, key);
  // rows of places alone may be added; in the place of all others they would take every value away
  const isBare = pairs !== undefined && fillsNothing(pairs);
  const isEmpty = isBare && (mode === 'replace' || (layer?.type === 'Table' && (mode === 'append' || key === null)));
  const isReady = rows.isReadable && isMatched && !isEmpty && (mode === 'upsert' ? key !== null : rows.hasPlaces);
  // what else is missing is said where it is chosen
  const missing = rows.sent.file === null ? 'file' : mode === 'upsert' && key === null ? 'key' : isEmpty ? 'columns' : undefined;
  const why = missing && t(`item.load.why-${missing}`);
  const reason = useId();
  const doubt = useId();
  const warning = useId();
  const addsBare = isBare && !isEmpty && rows.hasPlaces;
  const blocks = [why === undefined ? '' : reason, addsBare ? warning : '', mayDouble && !isSure ? doubt : '']
    .filter((id) => id !== '')
    .join(' ');
  return (
    <GuardedModal onClose={onClose} title={t('item.load.title')} size={560} closeOnClickOutside={!work.isPending}>
      <div ref={holder} tabIndex={-1}>
        {work.data ? (
          <Stack gap="md">
            <LoadReport status={work.data} service={service} layer={layerId} isTooLate={job.isGivingUp} />
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
            <Modes mode={mode} mayMerge={mayMerge} mayReplace={mayReplace} onChange={setMode} />
            {mode !== 'append' && <LoadKey layer={layer} pairs={pairs} value={key} isReplacing={mode === 'replace'} onChange={setKey} />}
            {/* always there, so that its words are read out when they come */}
            <div role="status" id={warning}>
              {addsBare && (
                <Alert color="ochre" role="note">
                  {t('item.load.without-values')}
                </Alert>
              )}
            </div>
            {mayDouble && (
              <Checkbox
                label={<span id={doubt}>{t('item.load.sure')}</span>}
                checked={isSure}
                onChange={(event) => setSureOf(event.currentTarget.checked ? doubted : undefined)}
              />
            )}
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
                disabled={!isReady || (mayDouble && !isSure)}
                aria-describedby={blocks || undefined}
                color={mode === 'replace' && !isHeardOf ? 'vermilion' : undefined}
                loading={rows.isReading}
                onClick={start}
              >
                {t(isHeardOf ? 'item.load.hear' : `item.load.submit.${mode}`)}
              </Button>
            </Group>
          </Stack>
        )}
      </div>
    </GuardedModal>
  );
}

interface ModesProps {
  mode: LoadMode;
  mayMerge: boolean;
  mayReplace: boolean;
  onChange: (mode: LoadMode) => void;
}

/** What may happen with the rows; beside what may not stands why. */
function Modes({ mode, mayMerge, mayReplace, onChange }: ModesProps) {
  const t = useTranslate();
  return (
    <Radio.Group label={t('item.load.mode')} value={mode} onChange={(value) => onChange(value as LoadMode)}>
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
  );
}

/** How far the load is, and a way out that leaves the layer as it was. */
function Working({ isLost, status, job }: { isLost: boolean; status: LoadStatus | undefined; job: GivenUp }) {
  const t = useTranslate();
  const format = useFormat();
  const { phase, totalCount: total } = status ?? {};
  const shown = format.number(status?.recordCount ?? 0);
  const rows = total ? t('item.load.rows-of', { shown, total: format.number(total) }) : t('item.load.rows-done', { shown });
  const far = phase ? t(`item.job.phase.${phase}`) : rows;
  return (
    <>
      <JobProgress
        label={t('item.load.working')}
        text={isLost ? t('item.load.lost') : far}
        share={status && shareOfLoad(status)}
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
