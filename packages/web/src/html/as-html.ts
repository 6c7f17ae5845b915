// Texts that people or programs wrote without markup.

/** Text without markup keeps its line breaks. */
export function asHtml(text: string): string {
  return /<[a-z][^<>]*>/i.test(text) ? text : text.replace(/\r?\n/g, '<br>');
}
