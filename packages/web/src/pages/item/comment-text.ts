// Comments are kept as markup; people write and edit them as plain text.
import { linkedText } from '@graticule/contract/content/item-text';

/** Longest comment that the portal takes, markup included. */
export const LONGEST_COMMENT = 1000;

/** Plain text as markup: what was typed is what is shown, angle brackets included; web addresses become links. */
export function markupOf(text: string): string {
  return linkedText(text.trim()).replaceAll(/\r?\n/g, '<br>');
}

/** The text of a comment's markup, with its line breaks. */
export function plainTextOf(markup: string): string {
  const lines = markup.replaceAll(/<br\s*\/?>|<\/(p|div|li)>/gi, '\n');
  return (new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? '').trim();
}
