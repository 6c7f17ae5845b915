// Items, groups and people as pages describe themselves: metadata, schema.org descriptions and a short summary.
import type { Group } from '@graticule/contract/community/group';
import type { User } from '@graticule/contract/community/user';
import { stripTags } from '@graticule/contract/content/item-text';
import { itemType } from '@graticule/contract/item-types/classify';
import type { PageHead } from '../platform/page-head.ts';
import type { ItemRow } from '../schema/content.ts';

/** Longest text of a preview. @source SH: 180 characters for social fallbacks */
const PREVIEW_CHARACTERS = 180;
const MAX_DATASET_TEXT = 5_000;

/** Where a page stands. */
export interface PageSite {
  baseUrl: string;
  siteName: string;
}

function preview(text: string): string {
  return text.length <= PREVIEW_CHARACTERS ? text : `${text.slice(0, PREVIEW_CHARACTERS).trimEnd()}…`;
}

const SCHEMA_TYPES = { layer: 'Dataset', map: 'Map', app: 'WebApplication', file: 'CreativeWork' } as const;

/** Files that hold data are data sets, whatever the catalogue calls them. */
const DATA_FILES =
  /^(CSV|CSV Collection|GeoJson|Shapefile|GeoPackage|File Geodatabase|GML|GPX|KML|KML Collection|Microsoft Excel|Apache Parquet|FlatGeobuf)$/i;

/** The page of an item, of which something is seen at once. */
export function itemPageHead(item: ItemRow, site: PageSite): PageHead {
  const head = itemHead(item, site, `/home/item.html?id=${item.id}`);
  // The address that the page itself asks for: it is fetched once.
  const picture =
    item.thumbnail_name === null
      ? undefined
      : `/sharing/rest/content/items/${item.id}/info/thumbnail/${encodeURIComponent(item.thumbnail_name)}?v=${item.modified.getTime()}&w=600`;
  return { ...head, view: { title: item.title, text: stripTags(item.snippet ?? ''), picture } };
}

/** An item at `canonicalPath`. */
export function itemHead(item: ItemRow, site: PageSite, canonicalPath: string): PageHead {
  const api = `${site.baseUrl}/sharing/rest/content/items/${item.id}`;
  const text = stripTags(item.snippet ?? '') || stripTags(item.description ?? '');
  const image = item.thumbnail_name === null ? undefined : `${api}/info/thumbnail/${encodeURIComponent(item.thumbnail_name)}`;
  const canonical = `${site.baseUrl}${canonicalPath}`;
  const distribution = distributionsOf(item, site, api);
  return {
    title: item.title,
    siteName: site.siteName,
    description: preview(text),
    canonical,
    ...(image === undefined ? {} : { image }),
    data: itemData(item, site, { text, canonical, image, distribution }),
    facts: [
      ['Type', item.type],
      ['Owner', item.owner],
      ['Updated', day(item.modified)],
      ...(item.tags.length === 0 ? [] : [['Tags', item.tags.join(', ')] as const]),
      ...(stripTags(item.license_info ?? '') === '' ? [] : [['Terms of use', preview(stripTags(item.license_info ?? ''))] as const]),
      ...(stripTags(item.access_information ?? '') === '' ? [] : [['Credits', preview(stripTags(item.access_information ?? ''))] as const]),
    ],
    links: [['Description as JSON', `${api}?f=json`], ...distribution.map(({ name, contentUrl }) => [name, contentUrl] as const)],
  };
}

interface Download {
  '@type': 'DataDownload';
  name: string;
  encodingFormat: string;
  contentUrl: string;
}

function distributionsOf(item: ItemRow, site: PageSite, api: string): Download[] {
  const download = (name: string, encodingFormat: string, contentUrl: string): Download => ({
    '@type': 'DataDownload',
    name,
    encodingFormat,
    contentUrl,
  });
  if (item.data_kind === 'file') return [download(item.name ?? 'File', mediaType(item.data_type), `${api}/data`)];
  if (item.type === 'Feature Service' && item.url?.startsWith('/')) {
    const url = `${site.baseUrl}${item.url}`;
    return [
      download('Feature service', 'application/json', `${url}?f=json`),
      download('GeoJSON of the first layer', 'application/geo+json', `${url}/0/query?where=1%3D1&outFields=*&f=geojson`),
    ];
  }
  return item.data_kind === 'text' ? [download('Document', mediaType(item.data_type), `${api}/data`)] : [];
}

function mediaType(stored: string | null): string {
  return (stored ?? 'application/octet-stream').split(';')[0] ?? '';
}

interface Known {
  text: string;
  canonical: string;
  image: string | undefined;
  distribution: readonly Download[];
}

function itemData(item: ItemRow, site: PageSite, known: Known): Record<string, unknown> {
  const type = DATA_FILES.test(item.type) ? 'Dataset' : SCHEMA_TYPES[itemType(item.type).class];
  const long = stripTags(item.description ?? '') || known.text || item.title;
  const license = licenseOf(item.license_info);
  return {
    '@type': type,
    '@id': known.canonical,
    name: item.title,
    description: long.slice(0, MAX_DATASET_TEXT),
    url: known.canonical,
    identifier: item.id,
    inLanguage: item.culture,
    keywords: item.tags,
    dateCreated: item.created.toISOString(),
    datePublished: item.created.toISOString(),
    dateModified: item.modified.toISOString(),
    creator: { '@type': 'Person', name: item.owner, url: `${site.baseUrl}/home/user.html?user=${encodeURIComponent(item.owner)}` },
    publisher: { '@type': 'Organization', name: site.siteName, url: `${site.baseUrl}/home/index.html` },
    isAccessibleForFree: true,
    ...(license === undefined ? {} : { license }),
    ...(stripTags(item.access_information ?? '') === '' ? {} : { creditText: stripTags(item.access_information ?? '') }),
    ...(known.image === undefined ? {} : { thumbnailUrl: known.image, image: known.image }),
    ...coverageOf(item.extent_box),
    ...(type === 'Dataset' && known.distribution.length > 0 ? { distribution: known.distribution } : {}),
    ...(type === 'WebApplication' ? { applicationCategory: 'Map', operatingSystem: 'Any' } : {}),
    ...(item.num_ratings === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: item.avg_rating,
            ratingCount: item.num_ratings,
            bestRating: 5,
            worstRating: 1,
          },
        }),
  };
}

/** The first address in the terms, else their text. */
function licenseOf(terms: string | null): string | undefined {
  const address = /https?:\/\/[^\s"'<>]+/.exec(terms ?? '')?.[0];
  return address ?? (stripTags(terms ?? '') === '' ? undefined : stripTags(terms ?? '').slice(0, MAX_DATASET_TEXT));
}

/** South-west and north-east corner, latitude first. */
function coverageOf(box: number[] | null): object {
  const [xmin, ymin, xmax, ymax] = box ?? [];
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) return {};
  return { spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: `${ymin} ${xmin} ${ymax} ${xmax}` } } };
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The page of a group. */
export function groupHead(group: Group, site: PageSite): PageHead {
  const canonical = `${site.baseUrl}/home/group.html?id=${group.id}`;
  const description = preview(stripTags(group.snippet ?? '') || stripTags(group.description ?? ''));
  const image =
    group.thumbnail === null
      ? undefined
      : `${site.baseUrl}/sharing/rest/community/groups/${group.id}/info/${encodeURIComponent(group.thumbnail)}`;
  return {
    title: group.title,
    siteName: site.siteName,
    description,
    canonical,
    ...(image === undefined ? {} : { image }),
    data: {
      '@type': 'CollectionPage',
      name: group.title,
      description,
      url: canonical,
      identifier: group.id,
      keywords: group.tags,
      dateCreated: new Date(group.created).toISOString(),
      dateModified: new Date(group.modified).toISOString(),
      publisher: { '@type': 'Organization', name: site.siteName },
    },
    facts: [['Owner', group.owner], ...(group.tags.length === 0 ? [] : [['Tags', group.tags.join(', ')] as const])],
    links: [['Content as JSON', `${site.baseUrl}/sharing/rest/content/groups/${group.id}?f=json`]],
  };
}

/** The page of a person. */
export function userHead(user: Pick<User, 'username' | 'fullName' | 'description'>, site: PageSite): PageHead {
  const canonical = `${site.baseUrl}/home/user.html?user=${encodeURIComponent(user.username)}`;
  const description = preview(stripTags(user.description ?? ''));
  const name = user.fullName === '' ? user.username : user.fullName;
  return {
    title: name,
    siteName: site.siteName,
    description,
    canonical,
    data: {
      '@type': 'ProfilePage',
      url: canonical,
      mainEntity: { '@type': 'Person', name, alternateName: user.username, ...(description === '' ? {} : { description }) },
    },
    facts: [['User name', user.username]],
    links: [],
  };
}
