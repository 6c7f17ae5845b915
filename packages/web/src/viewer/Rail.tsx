// The rail beside the map: a strip of buttons and the panel of the chosen one.
import { ActionIcon, CloseButton, Tooltip, useDirection } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBookmark, IconLibraryPlus, IconList, IconMap, IconStack2 } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { keep, kept } from '../ui/kept.ts';
import classes from './MapViewer.module.css';
import { AddLayerPanel } from './panels/AddLayerPanel.tsx';
import { BasemapPanel } from './panels/BasemapPanel.tsx';
import { BookmarksPanel } from './panels/BookmarksPanel.tsx';
import { LayersPanel } from './panels/LayersPanel.tsx';
import { LegendPanel } from './panels/LegendPanel.tsx';

const KEY = 'graticule-viewer-panel';

const PANELS = [
  { id: 'layers', icon: IconStack2, label: 'viewer.layers', panel: LayersPanel },
  { id: 'legend', icon: IconList, label: 'viewer.legend', panel: LegendPanel },
  { id: 'basemap', icon: IconMap, label: 'viewer.basemap', panel: BasemapPanel },
  { id: 'bookmarks', icon: IconBookmark, label: 'viewer.bookmarks', panel: BookmarksPanel },
  { id: 'add', icon: IconLibraryPlus, label: 'viewer.add', panel: AddLayerPanel },
] as const satisfies readonly { id: string; icon: unknown; label: string; panel: ComponentType }[];

type PanelId = (typeof PANELS)[number]['id'];

/** Which panel is open is remembered; on phones the map comes first. */
export function Rail() {
  const t = useTranslate();
  const { dir } = useDirection();
  const isPhone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false }) ?? false;
  const [open, setOpen] = useState<PanelId | undefined>(() =>
    isPhone ? undefined : PANELS.find((each) => each.id === (kept(KEY) ?? 'layers'))?.id,
  );
  const choose = (id: PanelId | undefined) => {
    setOpen(id);
    keep(KEY, id ?? 'none');
  };
  const shown = PANELS.find((each) => each.id === open);
  const tooltipSide = isPhone ? 'top' : dir === 'rtl' ? 'left' : 'right';
  return (
    <>
      <nav className={classes.rail} aria-label={t('viewer.tools')}>
        {PANELS.map(({ id, icon: Icon, label }) => (
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
        <aside id="viewer-panel" className={classes.panel} aria-label={t(shown.label)}>
          <div className={classes.panelHead}>
            <h2>{t(shown.label)}</h2>
            <CloseButton size="lg" aria-label={t('shell.close')} onClick={() => choose(undefined)} />
          </div>
          <div className={classes.panelBody}>
            <shown.panel />
          </div>
        </aside>
      )}
    </>
  );
}
