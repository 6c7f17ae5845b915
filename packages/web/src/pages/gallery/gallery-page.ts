// The paging of the gallery.

/** Tiles on one page. @source CO-027, CO-307 */
export const GALLERY_PAGE = 4;
/** How long the pointer rests on a tile before its details show. @source CO-032, CO-307 */
export const HOVER_MS = 300;

/** A page that exists: from 1 to the number of pages. @source CO-029 */
export function pageWithin(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.floor(page) || 1), Math.max(1, pages));
}
