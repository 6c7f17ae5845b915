// Keeps unsaved changes of a map through a reload or a sign-in, in this tab only.
import type { WebMap } from '@graticule/contract/documents/web-map';

const NAME = 'graticule-unsaved-map';

/** A kept map with the name of what was open. */
export interface KeptMap {
  key: string;
  document: unknown;
}

/** The kept map, if it belongs to the name or no name is given. */
export function keptMap(key: string | undefined): KeptMap | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as KeptMap | null;
    return kept && (key === undefined || kept.key === key) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the map, or forgets it when there is nothing to keep. */
export function keepMap(key: string, document: WebMap | undefined): void {
  try {
    if (document) sessionStorage.setItem(NAME, JSON.stringify({ key, document }));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Storage may be blocked or full; unsaved changes then last as long as the page.
  }
}
