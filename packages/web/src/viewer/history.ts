// Undo and redo of a map, and whether it differs from what is saved.
import type { WebMap } from '@graticule/contract/documents/web-map';

/** The states of a map, oldest first on both sides of the present one. */
export interface History {
  past: readonly WebMap[];
  present: WebMap;
  future: readonly WebMap[];
  /** The state that can be left without a loss: as saved, or as opened; nothing when changes were brought back. */
  saved: WebMap | undefined;
  /** What the last change was, so that a drag of a slider is one step. */
  lastKey?: string;
}

/** What can happen to a map. */
export type HistoryAction =
  | { type: 'change'; change: (map: WebMap) => WebMap; key?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; map: WebMap };

const MOST_STEPS = 100;

/** A map as it was opened; changes that were brought back are unsaved from the start. */
export function openHistory(map: WebMap, isSaved: boolean): History {
  return { past: [], present: map, future: [], saved: isSaved ? map : undefined };
}

/** The history after an action. */
export function historyReducer(history: History, action: HistoryAction): History {
  switch (action.type) {
    case 'saved':
      return { ...history, present: action.map, saved: action.map, lastKey: undefined };
    case 'change':
      return changed(history, action.change(history.present), action.key);
    case 'undo': {
      const previous = history.past.at(-1);
      if (!previous) return history;
      return {
        ...history,
        past: history.past.slice(0, -1),
        present: previous,
        future: [history.present, ...history.future],
        lastKey: undefined,
      };
    }
    case 'redo': {
      const [next, ...future] = history.future;
      if (!next) return history;
      return { ...history, past: [...history.past, history.present], present: next, future, lastKey: undefined };
    }
  }
}

function changed(history: History, present: WebMap, key: string | undefined): History {
  if (present === history.present) return history;
  const isSameStep = key !== undefined && key === history.lastKey;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { ...history, past, present, future: [], lastKey: key };
}

/** True when leaving would lose something. */
export function isUnsaved({ present, saved }: History): boolean {
  return present !== saved;
}
