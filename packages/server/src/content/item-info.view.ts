// Small documents made from an item: its description as XML, and the file by which desktop software opens it.
import type { ItemRow } from '../schema/content.ts';

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

function element(name: string, value: string | null): string {
  return value === null || value === '' ? `<${name}/>` : `<${name}>${escapeXml(value)}</${name}>`;
}

/** The item as an information file. */
export function itemInfoXml(item: ItemRow, baseUrl: string): string {
  const [xmin, ymin, xmax, ymax] = item.extent_box ?? [];
  const extent =
    xmin === undefined ? '' : `<extent><xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax></extent>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ESRI_ItemInformation>',
    element('name', item.name),
    element('guid', item.id),
    element('title', item.title),
    element('type', item.type),
    `<typekeywords>${[...item.auto_keywords, ...item.given_keywords].map((word) => element('typekeyword', word)).join('')}</typekeywords>`,
    element('url', item.url?.startsWith('/') ? `${baseUrl}${item.url}` : item.url),
    `<tags>${item.tags.map((tag) => element('tag', tag)).join('')}</tags>`,
    element('snippet', item.snippet),
    element('description', item.description),
    element('accessinformation', item.access_information),
    element('licenseinfo', item.license_info),
    element('culture', item.culture),
    extent,
    '</ESRI_ItemInformation>',
  ].join('\n');
}

/** The descriptor that desktop software opens. @source SH-230, SH-231 */
export function packageInfoXml(item: ItemRow, baseUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<pkinfo>',
    element('id', item.id),
    element('title', item.title),
    element('type', item.type),
    element('portal', baseUrl),
    element('data', `${baseUrl}/sharing/rest/content/items/${item.id}/data`),
    '</pkinfo>',
  ].join('\n');
}
