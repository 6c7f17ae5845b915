// Content types by ending of the file name: what is sent with bytes that people uploaded.

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    json: 'application/json',
    geojson: 'application/geo+json',
    txt: 'text/plain; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    xml: 'application/xml',
    html: 'text/html',
    htm: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    pdf: 'application/pdf',
    zip: 'application/zip',
    gpkg: 'application/geopackage+sqlite3',
    parquet: 'application/vnd.apache.parquet',
    fgb: 'application/octet-stream',
    kml: 'application/vnd.google-earth.kml+xml',
    kmz: 'application/vnd.google-earth.kmz',
    gpx: 'application/gpx+xml',
    pbf: 'application/x-protobuf',
    ttf: 'font/ttf',
    woff: 'font/woff',
    woff2: 'font/woff2',
    gltf: 'model/gltf+json',
    glb: 'model/gltf-binary',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  }),
);

/** The content type for a file name; unknown endings are plain bytes. The sender's own claim is never used. */
export function mediaTypeOf(fileName: string): string {
  return TYPES.get(extensionOf(fileName)) ?? 'application/octet-stream';
}

/** Endings by content types, as senders spell them; of several endings of one type the first. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  [...TYPES].map(([ending, type]) => [type.split(';')[0] ?? type, ending] as const).reverse(),
);

/** The ending of files of a content type, without the dot; undefined where the type does not tell. */
export function endingOf(contentType: string): string | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/octet-stream' ? undefined : ENDINGS.get(type);
}

/** Lower-case ending without the dot; empty without one. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

const RESOURCE_EXTENSIONS = new Set([
  'json',
  'txt',
  'csv',
  'geojson',
  'xml',
  'pbf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'svg',
  'pdf',
  'zip',
  'ttf',
  'woff',
  'woff2',
  'js',
  'css',
  'html',
  'gltf',
  'glb',
]);

/** Whether a file of this name may be kept as a resource. */
export function mayBeResource(fileName: string): boolean {
  return RESOURCE_EXTENSIONS.has(extensionOf(fileName));
}
