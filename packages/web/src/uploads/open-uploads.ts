// Files that are being added: known beside the pages, so that going to another page breaks nothing off.
import type { Folder } from '@graticule/contract/content/item';
import { useSyncExternalStore } from 'react';

/** Files that somebody wants to add. */
export interface Offer {
  files: readonly File[];
  folder: Folder | undefined;
}

/** What is open, from the choice of the files until all is done and seen. */
export interface OpenUploads {
  username: string;
  /** Not taken over yet. */
  offers: readonly Offer[];
  /** The dialog stands over the page; otherwise the uploads go on behind it. */
  isShown: boolean;
}

let open: OpenUploads | undefined;
const listeners = new Set<() => void>();

function change(uploads: OpenUploads | undefined): void {
  open = uploads;
  for (const listener of listeners) listener();
}

/** Opens the dialog with more files. */
export function offerFiles(username: string, offer: Offer): void {
  if (offer.files.length === 0) return;
  const before = open?.username === username ? open.offers : [];
  change({ username, offers: [...before, offer], isShown: true });
}

/** Gives what was offered, once. */
export function takeOffers(): readonly Offer[] {
  const offers = open?.offers ?? [];
  if (open && offers.length > 0) change({ ...open, offers: [] });
  return offers;
}

/** Shows the dialog, or lets the uploads go on behind the page. */
export function showUploads(isShown: boolean): void {
  if (open && open.isShown !== isShown) change({ ...open, isShown });
}

/** Nothing is left to see. */
export function endUploads(): void {
  change(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is open, if anything is. */
export function useOpenUploads(): OpenUploads | undefined {
  return useSyncExternalStore(subscribe, () => open);
}
