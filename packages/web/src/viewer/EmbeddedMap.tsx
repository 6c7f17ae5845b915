// A map inside a page of somebody else: the map, its name, zoom and pop-ups, nothing to change.
import { flattenLayers, type WebMap } from '@graticule/contract/documents/web-map';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo, useReducer, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import type { MapEngine } from '../map/engine.ts';
import type { EngineEvents } from '../map/engine-options.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { mapLink } from './embed.ts';
import { MapButtonStack } from './MapButtons.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import classes from './MapViewer.module.css';
import type { OpenedMap } from './open-map.ts';
import { PopupPanel } from './PopupPanel.tsx';
import { type Picked, pickedOf, type Viewer, ViewerProvider } from './viewer-context.ts';

/** The name leads to the whole viewer, in a tab of its own. */
export function EmbeddedMap({ opened }: { opened: OpenedMap }) {
  const t = useTranslate();
  const { document: map, item } = opened;
  const [engine, setEngine] = useState<MapEngine>();
  const [layerRevision, addRevision] = useReducer((count: number) => count + 1, 0);
  const [picked, setPicked] = useState<Picked>();
  const [isUnsupported, setUnsupported] = useState(false);
  const viewer: Viewer = useMemo(
    () => ({ map, item, name: '', engine, layerRevision, change: () => {}, picked, pick: setPicked }),
    [map, item, engine, layerRevision, picked],
  );
  const events: EngineEvents = {
    click: (hits) => setPicked(pickedOf(hits)),
    layerState: addRevision,
  };
  if (isUnsupported) return <StatePage isInline title={t('viewer.no-webgl.title')} text={t('viewer.no-webgl')} />;
  return (
    <ViewerProvider value={viewer}>
      <section className={classes.stage} data-picked={picked ? true : undefined} aria-label={item?.title ?? t('viewer.map')}>
        <MapCanvas map={map} events={events} onEngine={setEngine} onUnsupported={() => setUnsupported(true)} />
        {item && (
          <a className={classes.embedTitle} href={mapLink(item.id)} target="_blank" rel="noopener noreferrer">
            <span dir="auto">{item.title}</span>
            <IconExternalLink size={16} className={classes.directed} role="img" aria-label={t('viewer.open-in-portal')} />
          </a>
        )}
        <MapButtonStack engine={engine} isSmall />
        <MissingLayers map={map} engine={engine} />
        <PopupPanel />
      </section>
    </ViewerProvider>
  );
}

/** Says that layers are missing, where the map would be silently empty. */
function MissingLayers({ map, engine }: { map: WebMap; engine: MapEngine | undefined }) {
  const t = useTranslate();
  const states = flattenLayers(map.operationalLayers).map((layer) => engine?.layerState(layer.id)?.status);
  const refused = states.filter((status) => status === 'refused').length;
  const failed = states.filter((status) => status === 'failed').length;
  if (refused + failed === 0) return null;
  return (
    <p className={classes.missing} role="status">
      {refused > 0 ? t('viewer.embed.refused', { count: refused }) : t('viewer.embed.failed', { count: failed })}
    </p>
  );
}
