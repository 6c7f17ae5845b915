// The shape of one record of the item-type catalogue, and the builders its tables are written with.

/** The four classes of the specification; they decide the colour, the icon and the default action. */
export type ItemClass = 'map' | 'layer' | 'app' | 'file';

/** The filters of the search box; finer than the class. */
export type ItemFilter = 'maps' | 'scenes' | 'layers' | 'apps' | 'tools' | 'files';

/** Viewers and actions an item may be opened with. @source CO-329 */
export type OpenIn =
  | 'mapViewer'
  | 'sceneViewer'
  | 'appViewer'
  | 'configureApp'
  | 'downloadAttachment'
  | 'workforceViewer'
  | 'surveyViewer'
  | 'insightsViewer'
  | 'cityEngineViewer'
  | 'operationsDashboard'
  | 'operationsDashboardWeb'
  | 'dashboard'
  | 'viewStyle'
  | 'downloadStyle'
  | 'createPresentation'
  | 'openPresentation';

/** What the item holds: JSON text, other text, a file, an address, or several of these. */
export type DataKind = 'json' | 'text' | 'file' | 'url';

/** The word of `fileType` by which a file of this type is published, and analysed before: all but packages, which are taken as they are. */
export type PublishFileType =
  | 'csv'
  | 'shapefile'
  | 'geojson'
  | 'kml'
  | 'gpx'
  | 'geoPackage'
  | 'fileGeodatabase'
  | 'flatgeobuf'
  | 'parquet'
  | 'excel'
  | 'featureCollection'
  | 'vectorTilePackage';

/** One record of the catalogue. */
export interface ItemType {
  /** The spelling on the wire. */
  name: string;
  /** The spelling shown to people, where it differs. */
  displayName?: string;
  /** Other spellings accepted on input. */
  aliases: readonly string[];
  class: ItemClass;
  filter: ItemFilter;
  /** Keywords every item of the type carries. */
  keywords: readonly string[];
  data: readonly DataKind[];
  openIn: readonly OpenIn[];
  /** Capability flags such as `is-data`; classification adds to and takes from them. */
  flags: readonly string[];
  /** Privileges a caller needs to make one, beyond creating items. */
  privileges: readonly string[];
  /** Endings of file names, lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  publishAs?: PublishFileType;
  hasServiceInfo?: boolean;
  hasViewStyle?: boolean;
  hasItemData?: boolean;
  openPkg?: boolean;
  openData?: boolean;
  openLyr?: boolean;
}

/** What a table row gives; the builder fills in the rest. */
export type Row = Partial<Omit<ItemType, 'name' | 'class'>>;

/** Makes the record of a type from its class and what is special about it. */
export function itemTypeRecord(itemClass: ItemClass, name: string, row: Row): ItemType {
  return {
    aliases: [],
    filter: FILTER_OF_CLASS[itemClass],
    keywords: [name],
    data: ['file'],
    openIn: [],
    privileges: [],
    extensions: [],
    ...row,
    flags: [`is-${itemClass}`, ...(row.flags ?? [])],
    name,
    class: itemClass,
  };
}

const FILTER_OF_CLASS: Record<ItemClass, ItemFilter> = { map: 'maps', layer: 'layers', app: 'apps', file: 'files' };
