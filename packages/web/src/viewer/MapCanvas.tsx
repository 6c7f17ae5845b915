// The place of the map on the page: starts the engine, hands it the map, ends it.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { useEffect, useRef } from 'react';
import { useMaybeSession } from '../api/session.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { MapEngine, MapsNotSupported } from '../map/engine.ts';
import type { EngineEvents } from '../map/engine-options.ts';
import { fetchLayer, localAddress } from './fetch-layer.ts';
import classes from './MapViewer.module.css';

interface Props {
  map: WebMap;
  events: EngineEvents;
  onEngine: (engine: MapEngine | undefined) => void;
  onUnsupported: () => void;
}

/** One engine for the life of the component; events reach the newest handlers. */
export function MapCanvas({ map, events, onEngine, onUnsupported }: Props) {
  const t = useTranslate();
  const { tag } = useLanguage();
  const hostname = useMaybeSession()?.portal.portalHostname;
  const box = useRef<HTMLDivElement>(null);
  const engine = useRef<MapEngine>(undefined);
  const newest = useRef({ events, onEngine, onUnsupported, map, tag, hostname, label: t('viewer.map') });
  newest.current = { events, onEngine, onUnsupported, map, tag, hostname, label: t('viewer.map') };

  useEffect(() => {
    if (!box.current) return;
    try {
      engine.current = start(box.current, newest);
    } catch (error) {
      if (!(error instanceof MapsNotSupported)) throw error;
      newest.current.onUnsupported();
      return;
    }
    newest.current.onEngine(engine.current);
    return () => {
      newest.current.onEngine(undefined);
      engine.current?.remove();
      engine.current = undefined;
    };
  }, []);
  useEffect(() => engine.current?.setDocument(map), [map]);
  useEffect(() => engine.current?.setLanguage(tag), [tag]);

  return <div ref={box} className={classes.canvas} dir="ltr" />;
}

interface Newest {
  current: { events: EngineEvents; map: WebMap; tag: string; hostname: string | undefined; label: string };
}

function start(container: HTMLElement, newest: Newest): MapEngine {
  return new MapEngine({
    container,
    document: newest.current.map,
    language: newest.current.tag,
    archiveUrl: `${location.origin}/basemap/world.pmtiles`,
    portalOrigin: location.origin,
    localAddress: (url) => localAddress(url, newest.current.hostname),
    fetchLayer,
    words: { 'Map.Title': newest.current.label },
    events: {
      click: (hits, at) => newest.current.events.click?.(hits, at),
      view: (bounds, zoom) => newest.current.events.view?.(bounds, zoom),
      loading: (isLoading) => newest.current.events.loading?.(isLoading),
      layerState: (id, state) => newest.current.events.layerState?.(id, state),
    },
  });
}
