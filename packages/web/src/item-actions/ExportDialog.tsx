// Saves a hosted layer as a file: at once, or as a new item of one's own content.
import type { Item } from '@graticule/contract/content/item';
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../api/api-error.ts';
import { useErrorWords } from '../api/error-words.ts';
import { useSession } from '../api/session.ts';
import { renewItems } from '../items/renew-items.ts';
import { useFormat, useLanguage, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { useIsGone } from '../ui/use-is-gone.ts';
import { exportFormats, IN_ANY_SYSTEM, NOT_KEPT, WITHOUT_MEASURES } from './export-formats.ts';
import { type ExportWishes, exportToContent } from './export-layer.ts';
import { GuardedModal } from './GuardedModal.tsx';
import { JobProgress } from './JobProgress.tsx';
import { startDownload } from './start-download.ts';
import { TargetSystem } from './TargetSystem.tsx';
import { useWatchedJob } from './use-given-up.ts';

interface ExportedLayer {
  id: number;
  name: string;
  type?: string;
  hasM?: boolean;
  /** Of the wire. */
  spatialReference?: unknown;
  /** Words with commas between them, of the wire. */
  supportedExportFormats?: unknown;
}

interface Props {
  item: Item;
  layers: readonly ExportedLayer[];
  /** The rows that the table shows, where it does not show all. */
  filter?: { layerId: number; where: string } | undefined;
  onClose: () => void;
}

/** Formats that hold one layer ask for it. */
export function ExportDialog({ item, layers, filter, onClose }: Props) {
  const t = useTranslate();
  const session = useSession();
  const culture = useLanguage().tag;
  const formats = exportFormats(layers[0]?.supportedExportFormats);
  const [name, setName] = useState('CSV');
  const [layer, setLayer] = useState(String(layers[0]?.id ?? 0));
  const format = formats.find((each) => each.name === name) ?? { name, label: name, manyLayers: false };
  const notKept = NOT_KEPT[format.name];
  const [system, setSystem] = useState<number>();
  const [isFiltered, setFiltered] = useState(filter !== undefined);
  // what is written is what was chosen: the end is told beside the same choices
  const [isWriting, setWriting] = useState(false);
  // a filter is one of one layer
  const where = isFiltered ? filter?.where : undefined;
  const isSingle = where === undefined && !format.manyLayers && layers.length > 1;
  const only = where !== undefined ? String(filter?.layerId) : isSingle ? layer : undefined;
  const taken = layers.filter(({ id }) => only === undefined || String(id) === only);
  const hasSystem = IN_ANY_SYSTEM.includes(format.name) && taken.some(({ type }) => type !== 'Table');
  const own = sharedSystem(taken);
  const target = hasSystem ? (system ?? own) : undefined;
  const query = new URLSearchParams({
    exportFormat: format.name,
    ...(only === undefined ? {} : { layers: only }),
    ...(where === undefined ? {} : { where }),
    ...(target === undefined ? {} : { targetSR: String(target) }),
    // the browser asks for its own language with every link
    culture,
  });
  const hasMeasures = taken.some(({ hasM }) => hasM === true);
  return (
    <GuardedModal onClose={onClose} title={t('item.export.title')} size={520}>
      <Stack gap="md">
        <Select
          label={t('item.export.format')}
          description={notKept === undefined ? undefined : t(notKept)}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
          disabled={isWriting}
          value={name}
          onChange={(value) => setName(value ?? name)}
          data={formats.map((each) => ({ value: each.name, label: each.label }))}
        />
        {filter && (
          <Switch
            disabled={isWriting}
            label={t('item.export.filtered')}
            checked={isFiltered}
            onChange={(event) => setFiltered(event.currentTarget.checked)}
          />
        )}
        {isSingle && (
          <Select
            label={t('item.data.layer')}
            description={t('item.export.one-layer')}
            allowDeselect={false}
            disabled={isWriting}
            value={layer}
            onChange={(value) => setLayer(value ?? layer)}
            data={layers.map(({ id, name: label }) => ({ value: String(id), label }))}
          />
        )}
        {hasSystem && <TargetSystem own={own} isDisabled={isWriting} value={system} onChange={setSystem} />}
        {hasMeasures && WITHOUT_MEASURES.includes(format.name) && (
          <Alert color="ochre">{t('item.export.no-measures', { format: format.label })}</Alert>
        )}
        <Direct key={String(query)} address={`/sharing/rest/content/items/${item.id}/export?${query}`} />
        {session.can('portal:user:createItem') && (
          <ToContent
            item={item}
            format={format.name}
            system={target}
            only={only === undefined ? undefined : { id: Number(only), ...(where === undefined ? {} : { where }) }}
            onWriting={setWriting}
            onClose={onClose}
          />
        )}
      </Stack>
    </GuardedModal>
  );
}

/** The number of the coordinate system that all layers are in; those that the portal numbered itself say nothing to people. */
function sharedSystem(layers: readonly ExportedLayer[]): number | undefined {
  const drawn = layers.filter(({ type }) => type !== 'Table');
  const found = new Set(
    drawn.map(({ spatialReference }) => {
      const { wkid, latestWkid } = (spatialReference ?? {}) as { wkid?: number; latestWkid?: number };
      return latestWkid ?? wkid;
    }),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined && only < 200_000 ? only : undefined;
}

/** Saves the file at once; what the portal has against that stands below. */
function Direct({ address }: { address: string }) {
  const t = useTranslate();
  const words = useErrorWords();
  const [later, setLater] = useState<ApiError>();
  const asking = useMutation({ mutationFn: () => startDownload(address, setLater) });
  const refusal = asking.error ?? later;
  const start = (event: MouseEvent) => {
    event.preventDefault();
    if (asking.isPending) return;
    setLater(undefined);
    asking.mutate();
  };
  return (
    <Stack gap="xs">
      <Group>
        <Button component="a" href={address} download onClick={start} leftSection={<IconDownload size={18} aria-hidden />}>
          {t('item.export.download')}
        </Button>
      </Group>
      {refusal && (
        <Alert color="vermilion" role="alert">
          {[words(refusal).text, ...words(refusal).details].join(' ')}
        </Alert>
      )}
    </Stack>
  );
}

/** Of what is chosen now nothing was written. */
const NO_END = { data: undefined, error: null };

interface ToContentProps extends Pick<Props, 'item' | 'onClose'>, Pick<ExportWishes, 'format' | 'only' | 'system'> {
  /** Whether the file is being written. */
  onWriting: (isWriting: boolean) => void;
}

/** Writes the file as a new item, by a job: very large layers take their time. */
function ToContent({ item, format, only, system, onWriting, onClose }: ToContentProps) {
  const t = useTranslate();
  const numbers = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const username = useSession().user?.username ?? '';
  const [title, setTitle] = useState(item.title);
  const { status, isLost, job, watch } = useWatchedJob<ItemStatus>();
  const failure = (error: unknown) => [words(error).text, ...words(error).details].join(' ');
  const isGone = useIsGone();
  const wished = JSON.stringify([format, only, system]);
  const work = useMutation({
    mutationFn: (_wished: string) => exportToContent({ username, itemId: item.id, title: title.trim(), format, only, system, ...watch() }),
    onSettled: (made, error) => {
      if (isGone.current && !job.isOver(error)) {
        const end =
          made === undefined ? { color: 'vermilion', message: failure(error) } : { color: 'lichen', message: t('item.export.done') };
        // whoever began it may look at something else for hours
        notifications.show({ title: title.trim(), autoClose: false, ...end });
      }
      return renewItems(client);
    },
  });
  // the same layer is wanted in another format, too
  const { data: made, error: fault } = work.variables === wished ? work : NO_END;
  useEffect(() => onWriting(work.isPending), [onWriting, work.isPending]);
  const share = status?.percent === undefined ? undefined : status.percent / 100;
  const far =
    status?.phase !== undefined
      ? t(`item.job.phase.${status.phase}`)
      : share === undefined
        ? t('item.export.working')
        : t('item.export.percent', { share: numbers.number(share, { style: 'percent' }) });
  const holder = useStageFocus<HTMLDivElement>(work.status);
  return (
    <Stack gap="md" ref={holder} tabIndex={-1}>
      <Text size="sm" c="dimmed">
        {t('item.export.as-item-hint')}
      </Text>
      {fault && (
        <Alert color={job.isOver(fault) ? 'gray' : 'vermilion'} role="alert">
          {job.isOver(fault) ? t('item.export.given-up') : failure(fault)}
        </Alert>
      )}
      {made !== undefined ? (
        <Alert color="lichen" title={t('item.export.done')} role="status">
          <Button component={Link} to={paths.item(made)} size="xs" onClick={onClose} data-stage-focus>
            {t('item.export.see')}
          </Button>
        </Alert>
      ) : work.isPending ? (
        <>
          <JobProgress
            label={t('item.export.working')}
            text={isLost ? t('item.export.lost') : far}
            share={share}
            isLost={isLost}
            job={job}
          />
          {!job.isGivingUp && <Text size="sm">{t('item.export.goes-on')}</Text>}
        </>
      ) : (
        <Group align="flex-end" data-unkept>
          <TextInput
            label={t('item.title')}
            value={title}
            maxLength={250}
            style={{ flex: '1 1 220px' }}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button variant="default" data-stage-focus disabled={title.trim() === ''} onClick={() => work.mutate(wished)}>
            {t('item.export.as-item')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
