// The rail beside the map: a strip of buttons and the panel of the chosen one.
import { ActionIcon, Center, CloseButton, Loader, Tooltip, useDirection } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBookmark, IconLibraryPlus, IconList, IconMap, IconPencil, IconStack2 } from '@tabler/icons-react';
import { type ComponentType, lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ensureMessages } from '../language/language-store.ts';
import { useTranslate } from '../language/use-language.ts';
import { keep, kept } from '../ui/kept.ts';
import { useOffersEditing } from './edit/use-offers-editing.ts';
import classes from './MapViewer.module.css';
import { AddLayerPanel } from './panels/AddLayerPanel.tsx';
import { BasemapPanel } from './panels/BasemapPanel.tsx';
import { BookmarksPanel } from './panels/BookmarksPanel.tsx';
import { LayersPanel } from './panels/LayersPanel.tsx';
import { LegendPanel } from './panels/LegendPanel.tsx';
import { useViewer } from './viewer-context.ts';

const KEY = 'graticule-viewer-panel';

/** Fetched when somebody begins to edit, with its words. */
const EditPanel = lazy(async () => {
  const [module] = await Promise.all([import('./edit/EditPanel.tsx'), ensureMessages(['edit', 'item'])]);
  return { default: module.EditPanel };
});

const PANELS = [
  { id: 'layers', icon: IconStack2, label: 'viewer.layers', panel: LayersPanel },
  { id: 'legend', icon: IconList, label: 'viewer.legend', panel: LegendPanel },
  { id: 'basemap', icon: IconMap, label: 'viewer.basemap', panel: BasemapPanel },
  { id: 'bookmarks', icon: IconBookmark, label: 'viewer.bookmarks', panel: BookmarksPanel },
  { id: 'add', icon: IconLibraryPlus, label: 'viewer.add', panel: AddLayerPanel },
  { id: 'edit', icon: IconPencil, label: 'viewer.edit', panel: EditPanel },
] as const satisfies readonly { id: string; icon: unknown; label: string; panel: ComponentType }[];

export type PanelId = (typeof PANELS)[number]['id'];

/** Which panel is open is remembered, except that of editing; on phones the map comes first. */
export function usePanel(first: PanelId | undefined): [PanelId | undefined, (id: PanelId | undefined) => void] {
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<PanelId | undefined>(
    () => first ?? (isPhone ? undefined : PANELS.find((each) => each.id === (kept(KEY) ?? 'layers'))?.id),
  );
  const choose = useCallback((id: PanelId | undefined) => {
    setOpen(id);
    if (id !== 'edit') keep(KEY, id ?? 'none');
  }, []);
  return [open, choose];
}

/** Where there is no room beside the map; as in the styles. */
const PANELS_BELOW = '(max-width: 559px), (max-width: 700px) and (min-height: 481px)';
const useIsPhone = (): boolean => useMediaQuery(PANELS_BELOW, false, { getInitialValueInEffect: false }) ?? false;

/** While features are edited on a phone, the middle of the map stays above the panel, where new vertices are put. */
function useMapAbove(panel: RefObject<HTMLElement | null>, isCovering: boolean): void {
  const { engine } = useViewer();
  useEffect(() => {
    const element = panel.current;
    if (!element || !engine || !isCovering) return;
    const observer = new ResizeObserver(() => engine.camera.cover(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      engine.camera.cover(0);
    };
  }, [panel, engine, isCovering]);
}

interface Props {
  open: PanelId | undefined;
  onChoose: (id: PanelId | undefined) => void;
}

/** Editing is offered to members, and to visitors where a layer lets them. */
export function Rail({ open, onChoose: choose }: Props) {
  const t = useTranslate();
  const { dir } = useDirection();
  const offersEditing = useOffersEditing();
  const isPhone = useIsPhone();
  const offered = PANELS.filter(({ id }) => id !== 'edit' || offersEditing);
  const shown = offered.find((each) => each.id === open);
  const aside = useRef<HTMLElement>(null);
  useMapAbove(aside, isPhone && shown?.id === 'edit');
  const tooltipSide = isPhone ? 'top' : dir === 'rtl' ? 'left' : 'right';
  return (
    <>
      <nav className={classes.rail} aria-label={t('viewer.tools')}>
        {offered.map(({ id, icon: Icon, label }) => (
          // over the panel that it opened the name would only be in the way
          <Tooltip key={id} label={t(label)} position={tooltipSide} disabled={open === id}>
            <ActionIcon
              variant={open === id ? 'light' : 'subtle'}
              color={open === id ? undefined : 'gray'}
              size={40}
              aria-label={t(label)}
              aria-expanded={open === id}
              aria-controls="viewer-panel"
              onClick={() => choose(open === id ? undefined : id)}
            >
              <Icon size={22} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </nav>
      {shown && (
        <aside ref={aside} id="viewer-panel" className={classes.panel} aria-label={t(shown.label)}>
          <div className={classes.panelHead}>
            <h2>{t(shown.label)}</h2>
            <CloseButton size="lg" aria-label={t('shell.close')} onClick={() => choose(undefined)} />
          </div>
          <div className={classes.panelBody}>
            <Suspense
              fallback={
                <Center h={120}>
                  <Loader type="dots" aria-label={t('shell.loading')} />
                </Center>
              }
            >
              <shown.panel />
            </Suspense>
          </div>
        </aside>
      )}
    </>
  );
}
