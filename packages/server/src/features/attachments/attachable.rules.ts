// Which files may be kept with features.

/**
 * Endings of pictures, texts, documents, sound, films, fonts and data; no programs, and no documents that may have some in them (`docm`). Scripts
 * and pages are sent as downloads, never as a part of a page.
 */
const ENDINGS = new Set(
  [
    'png jpg jpeg gif webp svg tif tiff bmp heic heif psd ecw jp2',
    'txt csv json geojson xml html htm css js md log rtf',
    'ttf woff woff2',
    'pdf ps eps doc docx dot dotx xls xlsx xlt xltx ppt pptx pps ppsx pot potx vsd vsdx vst vstx pub mpp',
    'odt ods odp odg odf ott ots otp otg pages numbers key wpd',
    'zip 7z tar gz tgz gpkg kml kmz gpx pbf gml shp dbf dwg dxf las laz gltf glb',
    'mp3 m4a wav ogg oga opus flac aac wma amr aif aiff aifc mid midi caf au ac3 mka weba',
    'mp4 m4v mov webm avi mpg mpeg mpe m2v mkv wmv asf 3gp 3g2 ogv flv mts m2ts',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a file of this name may be kept with a feature. */
export function mayBeAttached(fileName: string): boolean {
  const dot = fileName.lastIndexOf('.');
  return dot >= 0 && ENDINGS.has(fileName.slice(dot + 1).toLowerCase());
}
