// Links to a map, for people and for pages of others.

/** The address of the viewer for a map. */
export function mapLink(id: string, isEmbedded = false): string {
  const query = new URLSearchParams({ webmap: id, ...(isEmbedded ? { embed: 'true' } : {}) });
  return `${location.origin}/home/webmap/viewer.html?${query}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attributeText = (text: string): string => text.replace(/[&"<>]/g, (c) => ENTITIES[c] ?? c);

/** HTML that shows the map inside another page. */
export function embedCode(id: string, title: string, { width, height }: { width: number; height: number }): string {
  return `<iframe src="${attributeText(mapLink(id, true))}" title="${attributeText(title)}" width="${width}" height="${height}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
}
