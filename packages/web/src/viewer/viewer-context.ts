// What the parts of the viewer share: the map with its history, the engine, and what was clicked.
import type { Item } from '@graticule/contract/content/item';
import type { WebMap } from '@graticule/contract/documents/web-map';
import { createContext, useContext } from 'react';
import type { Hit, MapEngine } from '../map/engine.ts';

/** Features under a click, and which of them is shown. */
export interface Picked {
  hits: Hit[];
  index: number;
}

/** The viewer as its panels see it. */
export interface Viewer {
  map: WebMap;
  /** The item of a saved map. */
  item: Item | undefined;
  /** Undefined until the map is on the page. */
  engine: MapEngine | undefined;
  /** Changes whenever a layer has become ready or has failed, so that lists are drawn again. */
  layerRevision: number;
  /** Changes the map; changes with the same key that follow each other are one step of undo. */
  change(change: (map: WebMap) => WebMap, key?: string): void;
  picked: Picked | undefined;
  pick(picked: Picked | undefined): void;
}

const Context = createContext<Viewer | undefined>(undefined);

/** Gives the viewer to everything inside. */
export const ViewerProvider = Context.Provider;

/**
 * The viewer around a component.
 * @throws Error outside of the viewer
 */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('This part belongs inside the map viewer');
  return viewer;
}
