// Keeps a feature that is being edited through a reload, a sign-in or a closed panel, in this tab only.
import type { Draft } from './draft.ts';

const NAME = 'graticule-unsaved-feature';

/** The feature that was being edited in the map of this name. */
export function keptDraft(map: string): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as { map: string; draft: Draft } | null;
    return kept?.map === map ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

export function hasKeptDraft(map: string): boolean {
  return keptDraft(map) !== undefined;
}

/** Keeps it; undefined forgets it. */
export function keepDraft(map: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(NAME, JSON.stringify({ map, draft }));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Storage may be blocked or full; the feature then lasts as long as the panel.
  }
}
