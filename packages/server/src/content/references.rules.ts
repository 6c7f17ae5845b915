// Which items and hosted services a text names. Texts are searched, not parsed: every document kind spells them alike.

import { MADE_OF_ORIGIN } from '@graticule/contract/content/relationships';

/** Most references that are kept of one text; what names more is a list, not a document. */
const MAX_REFERENCES = 2_000;

const QUOTED_ID = /"([0-9a-f]{32})"/g;
const LINKED_ID = /(?:[?&](?:webmap|webscene|appid|id|itemid)=|\/content\/items\/|\/apps\/[a-z]+\/)([0-9a-f]{32})(?![0-9a-z])/gi;
// What an address may begin after stands in none of its parts, and a host ends at a slash: no character is looked at twice.
const SERVICE =
  /(?:^|["'\s(=])(?:https?:\/\/[^\s"'()<>/=]{1,300}(?=\/))?([^\s"'()<>=]{0,300}?)\/rest\/services\/Hosted\/([A-Za-z0-9_]{1,98})\/(?:Feature|VectorTile|Map)Server/gi;

/**
 * Items and hosted services that a text names, as `item:<id>` and `service:<lower-case name>`.
 * @param basePath path of the portal's own address; services below other paths belong to other servers
 */
export function referencesIn(text: string, basePath: string): string[] {
  const plain = text.replaceAll('\\/', '/');
  const found = new Set<string>();
  const add = (target: string): void => {
    if (found.size < MAX_REFERENCES) found.add(target);
  };
  for (const [, id] of plain.matchAll(QUOTED_ID)) add(`item:${id}`);
  for (const [, id] of plain.matchAll(LINKED_ID)) add(`item:${id?.toLowerCase()}`);
  for (const [, path, name] of plain.matchAll(SERVICE)) {
    if (path === '' || path === basePath) add(`service:${name?.toLowerCase()}`);
  }
  return [...found];
}

/**
 * Relationships whose origin breaks when the destination goes.
 * NOTE: `Service2Data` is not among them: a layer does not need the file it was published from; views do, see the statement.
 */
export const NEEDS_DESTINATION: readonly string[] = [
  'Map2Service',
  'WMA2Code',
  'Map2FeatureCollection',
  'MobileApp2Code',
  'Service2Layer',
  'Service2Style',
  'Service2Route',
  'Map2AppConfig',
  'Solution2Item',
  'APIKey2Item',
  'Survey2Data',
  'Survey2Service',
  'SurveyAddIn2Data',
  'Theme2Story',
  'TrackView2Map',
  'WorkforceMap2FeatureService',
  'FeaturedItems2Item',
];

/** Relationships whose destination breaks when the origin goes. */
export const NEEDS_ORIGIN: readonly string[] = MADE_OF_ORIGIN;
