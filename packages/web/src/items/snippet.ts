// Short texts of items for lists and cards.

/** Lists cut at this length. @source CO-175 */
export const LIST_SNIPPET = 150;
/** The home gallery and links to share cut at this length. @source spec 1 section 5, notes B13 */
export const HOME_SNIPPET = 180;

/** The text of a piece of HTML, blanks collapsed. */
export function textOfHtml(html: string): string {
  return new DOMParser()
    .parseFromString(html.replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, ' $&'), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim();
}

/** Cuts to `limit` characters and adds three dots; never within a pair of characters that belong together. */
export function shorten(text: string, limit: number): string {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit).join('').trimEnd()}...` : text;
}

/** What a list says about an item: its summary, else the beginning of its description. The words "null" and "empty" count as nothing. @source CO-176 */
export function listSnippet(item: { snippet: string | null; description: string | null }, limit = LIST_SNIPPET): string {
  const said = [item.snippet, item.description && textOfHtml(item.description)].find(
    (text) => text && !/^(null|empty)$/i.test(text.trim()),
  );
  return said ? shorten(said.trim(), limit) : '';
}
