// What the parts of the viewer share: the map with its history, the engine, and what was clicked.
import type { Item } from '@graticule/contract/content/item';
import type { WebMap } from '@graticule/contract/documents/web-map';
import { createContext, useContext } from 'react';
import type { MapEngine } from '../map/engine.ts';
import type { Hit } from '../map/hits.ts';
import type { DoneEdit } from './edit/save-draft.ts';

/** Features under a click, and which of them is shown. */
export interface Picked {
  hits: Hit[];
  index: number;
}

/** Editing of features, as the parts of the viewer hand it to each other. */
export interface Editing {
  /** The panel is open: clicks choose what is edited. */
  isOpen: boolean;
  /** What was clicked to be edited; empty when there was nothing. */
  clicked: readonly Hit[] | undefined;
  setClicked(hits: readonly Hit[] | undefined): void;
  /** A feature is in somebody's hand: the keys for undo are its own. */
  isBusy: boolean;
  setBusy(isBusy: boolean): void;
  /** What was saved since the map was opened, the latest last: it can be taken back. */
  done: readonly DoneEdit[];
  setDone(change: (done: readonly DoneEdit[]) => readonly DoneEdit[]): void;
  /** Opens the panel, with a feature where one is named. */
  open(hit?: Hit): void;
}

/** The features of a click that have pop-ups. */
export function pickedOf(hits: readonly Hit[]): Picked | undefined {
  const shown = hits.filter((hit) => !hit.isSilent);
  return shown.length > 0 ? { hits: shown, index: 0 } : undefined;
}

/** The viewer as its panels see it. */
export interface Viewer {
  map: WebMap;
  /** The item of a saved map. */
  item: Item | undefined;
  /** A name for what is open, under which unsaved work is kept. */
  name: string;
  /** Undefined until the map is on the page. */
  engine: MapEngine | undefined;
  /** Changes whenever a layer has become ready or has failed, so that lists are drawn again. */
  layerRevision: number;
  /** Changes the map; changes with the same key that follow each other are one step of undo. */
  change(change: (map: WebMap) => WebMap, key?: string): void;
  picked: Picked | undefined;
  pick(picked: Picked | undefined): void;
  /** Missing where a map is only looked at. */
  editing?: Editing;
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
