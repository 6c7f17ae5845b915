// Small rules for the texts and figures of items: shortening, links in plain text, sizes, extents.

/** The longest beginning of a description that stands for a missing summary. @source SH-171 */
const FALLBACK_SNIPPET = 180;
/** The longest summary made from a description. @source CO-177 */
const DERIVED_SNIPPET = 150;
/** Bytes of a megabyte in the figures that people see. @source CO-178; as the specification writes it, see notes B30 */
const BYTES_PER_MB = 1_048_567;

/** Takes the tags out of HTML and collapses blanks; the five common entities are read. */
export function stripTags(html: string): string {
  return withoutElements(withoutElements(html, 'script'), 'style')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&nbsp;/gi, ' ')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&amp;/gi, '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Elements with everything in them taken out. It goes through the text once, whatever is open and never closed. */
function withoutElements(html: string, name: string): string {
  // letters of other alphabets would change the length
  const lower = html.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const opens = lower.indexOf(`<${name}`, from);
    const closes = opens < 0 ? -1 : lower.indexOf(`</${name}>`, opens);
    if (closes < 0) break;
    kept.push(html.slice(from, opens));
    from = closes + name.length + 3;
  }
  kept.push(html.slice(from));
  return kept.join(' ');
}

/** What stands for a missing summary: the description without tags, cut to 180 characters and an ellipsis. @source SH-171 */
export function snippetFallback(description: string): string {
  return cut(stripTags(description), FALLBACK_SNIPPET);
}

/** The summary made from a description: cut to 150 characters and an ellipsis. @source CO-177 */
export function derivedSnippet(description: string): string {
  return cut(stripTags(description), DERIVED_SNIPPET);
}

/** Shortens a text to the limit less 4 characters and adds three dots. @source SH-172 */
export function ellipsis(text: string, limit: number): string {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit - 4).join('')}...` : text;
}

/** Text as HTML, with links for http:// and https:// addresses only; everything is encoded first. @source CO-170 */
export function linkedText(text: string): string {
  const encoded = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  // a full stop or bracket at the end belongs to the sentence
  return encoded.replaceAll(/\bhttps?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s])+/gi, (found) => {
    const address = found.replace(/[.,;:!?)\]}'’]+$/, '');
    return `<a href="${address}">${address}</a>${found.slice(address.length)}`;
  });
}

/** Size in megabytes, rounded to two decimals. @source CO-178 */
export function megabytes(sizeBytes: number): number {
  return Math.round((sizeBytes / BYTES_PER_MB) * 100) / 100;
}

/** Degrees of an extent, rounded to four decimals. @source CO-179 */
export function roundedExtent(extent: readonly (readonly number[])[]): number[][] {
  return extent.map((corner) => corner.map((value) => Math.round(value * 10_000) / 10_000));
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text;
}
