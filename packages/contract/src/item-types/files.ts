// Item types of class file: data sets, documents, packages and settings kept as they were given.
import { type ItemType, itemTypeRecord, type Row } from './item-type.ts';

const file = (name: string, row: Row): ItemType => itemTypeRecord('file', name, { openIn: ['downloadAttachment'], ...row });
const data = (name: string, extensions: readonly string[], row: Row = {}): ItemType =>
  file(name, { keywords: ['Data', name], extensions, flags: ['is-data'], ...row });
const document = (name: string, extensions: readonly string[], row: Row = {}): ItemType =>
  file(name, { keywords: ['Data', 'Document'], extensions, flags: ['is-document'], ...row });
const pack = (name: string, extensions: readonly string[], keywords: readonly string[], row: Row = {}): ItemType =>
  file(name, { keywords: [name, ...keywords], extensions, flags: ['is-package'], openPkg: true, ...row });
const setting = (name: string, row: Row = {}): ItemType =>
  file(name, { keywords: ['Data', 'Document'], data: ['json', 'text', 'file'], openIn: [], hasItemData: true, ...row });
const desktop = (name: string, extensions: readonly string[], keywords: readonly string[], row: Row = {}): ItemType =>
  file(name, { keywords: [name, ...keywords], extensions, flags: ['is-desktop'], ...row });

/** Data sets, documents, packages and settings. */
export const FILES: readonly ItemType[] = [
  data('CSV', ['csv', 'tsv', 'txt'], { data: ['file', 'text'], publishAs: 'csv' }),
  data('CSV Collection', []),
  data('GeoJson', ['geojson', 'json', 'geojsonl', 'geojsons', 'ndjson'], {
    displayName: 'GeoJSON',
    data: ['file', 'text'],
    publishAs: 'geojson',
  }),
  data('Shapefile', ['zip', 'shz', 'shp.zip'], { publishAs: 'shapefile' }),
  data('File Geodatabase', ['gdb.zip'], { publishAs: 'fileGeodatabase' }),
  data('GeoPackage', ['gpkg'], { publishAs: 'geoPackage' }),
  data('SQLite Geodatabase', ['geodatabase', 'sqlite']),
  data('Apache Parquet', ['parquet', 'geoparquet'], { publishAs: 'parquet' }),
  data('FlatGeobuf', ['fgb'], { publishAs: 'flatgeobuf' }),
  data('KML Collection', []),
  data('CAD Drawing', ['dwg', 'dxf', 'dgn']),
  data('Image', ['jpg', 'jpeg', 'png', 'gif', 'webp', 'tif', 'tiff']),
  data('Image Collection', []),
  data('Data Store', [], { data: ['json'], openIn: [] }),
  data('Big Data File Share', [], { data: ['json'], openIn: [] }),
  data('GML', ['gml'], { displayName: 'GML' }),
  data('GPX', ['gpx'], { displayName: 'GPX', publishAs: 'gpx' }),
  data('Statistical Data Collection', [], { keywords: ['Data', 'Statistical Data Collection'] }),
  document('PDF', ['pdf'], { data: ['file', 'url'] }),
  document('Document Link', [], { data: ['url'], openIn: ['appViewer'] }),
  document('Microsoft Word', ['docx', 'doc']),
  document('Microsoft Excel', ['xlsx', 'xls'], { flags: ['is-document', 'is-data'], publishAs: 'excel' }),
  document('Microsoft Powerpoint', ['pptx', 'ppt']),
  document('Visio Document', ['vsdx', 'vsd']),
  document('iWork Keynote', ['key']),
  document('iWork Pages', ['pages']),
  document('iWork Numbers', ['numbers']),
  document('Report Template', []),
  document('Administrative Report', [], { keywords: ['Administrative Report', 'Data', 'Document'] }),
  setting('Style', { data: ['json', 'file'], extensions: ['stylx'] }),
  setting('StyleX'),
  setting('Desktop Style', { data: ['file'], openIn: ['downloadAttachment'], extensions: ['style'] }),
  setting('Color Set'),
  setting('Symbol Set', { keywords: ['Data', 'Document', 'Symbol Set'] }),
  setting('Content Category Set'),
  setting('Featured Items'),
  setting('Export Package', { openIn: ['downloadAttachment'] }),
  desktop('Layer', ['lyrx', 'lyr'], ['ArcGIS Desktop', 'Data', 'Layer File'], { flags: ['is-desktop', 'is-layerfile'], openLyr: true }),
  desktop('Layer Template', [], ['ArcGIS Pro']),
  desktop('Layout', ['pagx'], ['ArcGIS Pro']),
  desktop('Pro Map', ['mapx'], ['ArcGIS Pro', 'Map']),
  desktop('Pro Report', ['rptx'], ['ArcGIS Pro']),
  desktop('Pro Report Template', ['rptt'], ['ArcGIS Pro']),
  desktop('Pro Presentation', ['prsx'], ['ArcGIS Pro']),
  desktop('Map Document', ['mxd'], ['ArcGIS Desktop', 'ArcMap', 'Map']),
  desktop('Scene Document', ['sxd'], ['3D', 'ArcGIS Desktop', 'ArcScene']),
  desktop('Globe Document', ['3dd'], ['3D', 'ArcGIS Desktop', 'ArcGlobe']),
  desktop('Published Map', ['pmf'], ['ArcGIS Desktop', 'ArcReader', 'Map']),
  desktop('Map Template', [], ['ArcGIS Desktop', 'Map']),
  desktop('Explorer Map', ['nmf'], ['Explorer', 'Map']),
  desktop('Explorer Document', ['nmc'], ['Explorer']),
  desktop('Explorer Layer', ['nmb'], ['Explorer', 'Layer']),
  desktop('Project Template', ['aptx'], ['ArcGIS Pro']),
  desktop('Windows Viewer Configuration', [], ['Windows Viewer']),
  desktop('Earth Configuration', [], ['Earth']),
  desktop('Data Package Collection', [], ['Data']),
  pack('Project Package', ['ppkx'], ['ArcGIS Pro', 'Project']),
  pack('Layer Package', ['lpkx', 'lpk'], ['ArcGIS Desktop', 'Data', 'Layer']),
  pack('Map Package', ['mpkx', 'mpk'], ['ArcGIS Desktop', 'Map']),
  pack('Tile Package', ['tpk'], ['ArcGIS Desktop', 'Map', 'Tile']),
  pack('Compact Tile Package', ['tpkx'], ['Map', 'Tile']),
  pack('Vector Tile Package', ['vtpk'], ['Map', 'Vector Tile'], { publishAs: 'vectorTilePackage' }),
  pack('Scene Package', ['slpk', 'spk'], ['3D', 'Scene']),
  pack('3DTiles Package', ['3tz'], ['3D', '3D Tiles'], { displayName: '3D Tiles Package' }),
  pack('Mobile Map Package', ['mmpk'], ['Map', 'Mobile']),
  pack('Mobile Scene Package', ['mspk'], ['3D', 'Mobile', 'Scene']),
  pack('Mobile Basemap Package', ['bpk', 'bpkx'], ['Basemap', 'Mobile']),
  pack('Service Definition', ['sd'], ['ArcGIS Server', 'Service']),
  pack('ArcPad Package', [], ['ArcPad', 'Mobile']),
  pack('Windows Mobile Package', ['wmpk'], ['Mobile', 'Windows Mobile']),
  pack('PMTiles Archive', ['pmtiles'], ['Map', 'Tile', 'Vector Tile']),
];
