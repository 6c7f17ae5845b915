// Before a row: choose it, show it on the map, its files, what belongs to it in other layers.
import type { Item } from '@graticule/contract/content/item';
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireExtent, WireFeature } from '@graticule/contract/services/layer';
import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDots, IconMapPin, IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './DataTable.module.css';
import { RelatedEntries, RelatedMenu } from './RelatedMenu.tsx';
import type { RelatedLayer } from './related-rows.ts';

const AttachmentsDialog = lazy(async () => ({ default: (await import('../../features/AttachmentsDialog.tsx')).AttachmentsDialog }));

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  feature: WireFeature;
  related: readonly RelatedLayer[];
  /** How many files the row has, where that is known. */
  files: number | undefined;
  /** The tab key reaches the tools; arrow keys always do. */
  isTabbed: boolean;
  /** Files can be added and removed. */
  isEditable: boolean;
  isChoosable: boolean;
  /** Not where the row is somebody else's, and those stay. */
  mayChoose: boolean;
  isChosen: boolean;
  /** With the shift key, also those between this row and the one before. */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
  onRelated: (related: RelatedLayer) => void;
}

/** Only what the layer has and the person may do; one menu where the window is narrow. */
export function RowTools(props: Props) {
  const { item, service, layer, feature, related, files, isTabbed, isEditable, isChoosable, mayChoose, isChosen, onChoose } = props;
  const { onRelated } = props;
  const tabIndex = isTabbed ? undefined : -1;
  const t = useTranslate();
  const format = useFormat();
  const isNarrow = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false }) ?? false;
  const [showsFiles, setShowsFiles] = useState(false);
  const objectId = Number(feature.attributes[layer.objectIdField]);
  const zoom = useZoom(item, service, layer, objectId);
  const filesLabel = files
    ? t('item.data.files-of-some', { id: objectId, count: files, shown: format.number(files) })
    : t('item.data.files-of', { id: objectId });
  const tools: Tool[] = [
    ...(layer.geometryType ? [{ icon: IconMapPin, label: t('item.data.zoom', { id: objectId }), onClick: zoom }] : []),
    ...(layer.hasAttachments === true
      ? [{ icon: IconPaperclip, label: filesLabel, onClick: () => setShowsFiles(true), count: files }]
      : []),
  ];
  const relation = { itemId: item.id, service, layer, related, feature, onOpen: onRelated };
  const isMenu = isNarrow && tools.length + related.length > 1;
  return (
    <>
      {isChoosable && (
        <span className={classes.chooser}>
          <input
            type="checkbox"
            className={classes.choose}
            tabIndex={tabIndex}
            disabled={!mayChoose}
            title={mayChoose ? undefined : t('item.data.of-other')}
            aria-label={t('item.data.choose-row', { id: objectId })}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked, isShifted(event.nativeEvent))}
          />
        </span>
      )}
      {isMenu ? (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <ActionIcon {...BUTTON} size={40} tabIndex={tabIndex} aria-label={t('item.data.row-menu', { id: objectId })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {tools.map(({ icon: Icon, label, onClick }) => (
              <Menu.Item key={label} leftSection={<Icon size={18} aria-hidden />} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
            {related.length > 0 && <RelatedEntries {...relation} />}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <>
          {tools.map(({ icon: Icon, label, onClick, count }) => (
            <ActionIcon
              // the name changes with the files, the button stays
              key={Icon === IconPaperclip ? 'files' : 'map'}
              {...BUTTON}
              {...(count ? { variant: 'light', color: 'meridian' } : {})}
              tabIndex={tabIndex}
              aria-label={label}
              title={label}
              data-none={count === 0 || undefined}
              className={classes.rowTool}
              onClick={onClick}
            >
              <Icon size={16} aria-hidden />
              {count ? <small aria-hidden>{format.number(count)}</small> : null}
            </ActionIcon>
          ))}
          {related.length > 0 && <RelatedMenu {...relation} tabIndex={tabIndex} />}
        </>
      )}
      {showsFiles && (
        <Suspense>
          <AttachmentsDialog
            item={item}
            service={service}
            layer={layer}
            objectId={objectId}
            isEditable={isEditable}
            onClose={() => setShowsFiles(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether the shift key was held. */
function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

interface Tool {
  icon: typeof IconPaperclip;
  label: string;
  onClick: () => void;
  count?: number | undefined;
}

const BUTTON = { variant: 'subtle', color: 'gray', size: 32 } as const;

/** Opens the layer in the map viewer, where the row lies. */
function useZoom(item: Item, service: string, layer: LayerInfo, objectId: number): () => void {
  const t = useTranslate();
  const words = useErrorWords();
  const navigate = useNavigate();
  const say = (message: string, color: string) => notifications.show({ message, color, autoClose: 8000 });
  const open = async () => {
    const query = { service, layer: String(layer.id), objectIds: String(objectId), returnExtentOnly: true, outSR: '4326' };
    const reply: unknown = await call(queryLayer, query);
    const extent = boxAround((reply as { extent: WireExtent }).extent);
    if (extent === undefined) say(t('item.data.no-place', { id: objectId }), 'ochre');
    else void navigate(paths.mapViewer({ layers: item.id, extent }));
  };
  return () => void open().catch((error: unknown) => say(words(error).text, 'vermilion'));
}

/** A point gets some ground around it. */
function boxAround({ xmin, ymin, xmax, ymax }: WireExtent): string | undefined {
  const [west, south, east, north] = [xmin, ymin, xmax, ymax].map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined || Number.isNaN(west)) return undefined;
  const edge = east - west < 0.002 && north - south < 0.002 ? 0.1 : 0;
  const box = [Math.max(-180, west - edge), Math.max(-90, south - edge), Math.min(180, east + edge), Math.min(90, north + edge)];
  return box.map((value) => value.toFixed(6)).join(',');
}
