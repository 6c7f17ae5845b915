// What was clicked on the map: one feature at a time, with its fields.
import { flattenLayers, type WebMap } from '@graticule/contract/documents/web-map';
import { ActionIcon, CloseButton, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFocus2, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { boundsOf } from '../map/layers/data-bounds.ts';
import { type PopupBlock, popupContent } from '../map/popup.ts';
import { useOffersEditing } from './edit/use-offers-editing.ts';
import classes from './Popup.module.css';
import { useViewer } from './viewer-context.ts';

/** Beside the map on wide windows, below it on phones; Escape closes it. */
export function PopupPanel() {
  const t = useTranslate();
  const format = useFormat();
  const { picked, pick, engine, editing, map } = useViewer();
  const offersEditing = useOffersEditing();
  const panel = useRef<HTMLElement>(null);
  const hit = picked?.hits[picked.index];
  const { data, isPending, error } = useQuery({
    queryKey: ['viewer-feature', hit?.layerId, hit?.id, hit?.id === undefined ? hit?.drawn : undefined],
    queryFn: async () => (hit && engine ? engine.load(hit) : null),
    enabled: hit !== undefined && engine !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const geometry = data?.geometry ?? (error ? hit?.drawn.geometry : undefined);
  useEffect(() => engine?.markFeature(geometry), [engine, geometry]);
  useEffect(() => {
    if (picked) panel.current?.focus({ preventScroll: true });
  }, [picked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet on phones grows once the fields are there, so look again
  useEffect(() => {
    if (picked && panel.current) engine?.reveal(panel.current);
  }, [engine, picked, data]);
  if (!picked || !hit) return null;
  const { hits, index } = picked;
  const step = (by: number) => pick({ hits, index: (index + by + hits.length) % hits.length });
  const zoom = () => {
    const bounds = geometry && boundsOf({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] });
    if (bounds) engine?.camera.fit(bounds, 80);
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes.popup}
      aria-label={t('viewer.popup')}
      onKeyDown={(event) => event.key === 'Escape' && pick(undefined)}
    >
      <div className={classes.tools}>
        {hits.length > 1 && (
          <>
            <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.popup.previous')} onClick={() => step(-1)}>
              <IconChevronLeft size={20} className={classes.directed} />
            </ActionIcon>
            <span className="tabular">{t('viewer.popup.of', { index: format.number(index + 1), count: format.number(hits.length) })}</span>
            <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.popup.next')} onClick={() => step(1)}>
              <IconChevronRight size={20} className={classes.directed} />
            </ActionIcon>
          </>
        )}
        <span className={classes.spring} />
        {editing && offersEditing && isFeatureLayer(map, hit.layerId) && (
          <Tooltip label={t('viewer.popup.edit')}>
            <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.popup.edit')} onClick={() => editing.open(hit)}>
              <IconPencil size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('viewer.popup.zoom')}>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.popup.zoom')} disabled={!geometry} onClick={zoom}>
            <IconFocus2 size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <CloseButton size={40} aria-label={t('shell.close')} onClick={() => pick(undefined)} />
      </div>
      {isPending ? (
        <Skeleton height={120} m="md" />
      ) : (
        <Content attributes={data?.attributes ?? hit.drawn.attributes} layerId={hit.layerId} />
      )}
      {error && (
        <Text size="sm" c="vermilion" px="md" pb="md">
          {t('viewer.popup.failed')}
        </Text>
      )}
    </aside>
  );
}

/** Others are pictures, or come with the map. */
function isFeatureLayer(map: WebMap, layerId: string): boolean {
  return flattenLayers(map.operationalLayers).find((each) => each.id === layerId)?.layerType === 'ArcGISFeatureLayer';
}

function Content({ attributes, layerId }: { attributes: Record<string, unknown>; layerId: string }) {
  const t = useTranslate();
  const { tag } = useFormat();
  const { map, engine } = useViewer();
  const layer = flattenLayers(map.operationalLayers).find((each) => each.id === layerId);
  const state = engine?.layerState(layerId);
  const features = state?.status === 'ready' ? state.opened.features : undefined;
  const content = popupContent({
    popupInfo: layer?.popupInfo,
    attributes,
    fields: features?.fields ?? [],
    displayField: features?.displayField,
    layerTitle: layer?.title ?? '',
    language: tag,
  });
  return (
    <div className={classes.content}>
      <h2 className={classes.title}>
        <bdi>{content.title}</bdi>
      </h2>
      <p className={classes.layer}>{layer?.title}</p>
      {content.blocks.length === 0 && <Text c="dimmed">{t('viewer.popup.empty')}</Text>}
      {content.blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one feature do not move
        <Block key={i} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: PopupBlock }) {
  const t = useTranslate();
  if (block.kind === 'html') {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where the content is made
    return <div className={classes.html} dangerouslySetInnerHTML={{ __html: block.html }} />;
  }
  return (
    <dl className={classes.fields}>
      {block.rows.map((row) => (
        <div key={row.label}>
          <dt>
            <bdi>{row.label}</bdi>
          </dt>
          <dd>
            {row.href ? (
              <a href={row.href} target="_blank" rel="noopener noreferrer">
                {t('viewer.popup.open-link')}
              </a>
            ) : (
              <bdi>{row.value || '–'}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
