// Which files may be kept with features.

/**
 * Endings of pictures, texts, documents, sound, films, fonts and data; no programs. Scripts and pages are sent as downloads, never as a part of a page.
 */
const ENDINGS = new Set(
  [
    'png jpg jpeg gif webp svg tif tiff bmp heic heif psd ecw jp2',
    'txt csv json geojson xml html htm css js md log rtf',
    'ttf woff woff2',
    'pdf ps eps doc docx dot dotx xls xlsx ppt pptx odt ods odp',
    'zip 7z tar gz tgz gpkg kml kmz gpx pbf gml shp dbf dwg dxf las laz gltf glb',
    'mp3 m4a wav ogg oga opus flac aac wma amr mp4 m4v mov webm avi mpg mpeg mkv wmv 3gp ogv',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a file of this name may be kept with a feature. */
export function mayBeAttached(fileName: string): boolean {
  const dot = fileName.lastIndexOf('.');
  return dot >= 0 && ENDINGS.has(fileName.slice(dot + 1).toLowerCase());
}
