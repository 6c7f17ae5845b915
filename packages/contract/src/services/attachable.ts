// Which files may be kept with features: the portal refuses others, and pages say so before anything is sent.

/** The largest, in bytes. */
export const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024;

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
  const ending = endingOf(fileName);
  return ending !== undefined && ENDINGS.has(ending.toLowerCase());
}

/** What the portal says of a file by its name and size alone; a name without an ending may still get one from what it holds. */
export function attachmentFault({ name, size }: { name: string; size: number }): 'attachment-type' | 'attachment-large' | undefined {
  if (size > MAX_ATTACHMENT_BYTES) return 'attachment-large';
  // dots at the beginning are no part of the name that is kept
  const kept = name.trim().replace(/^\.+/, '');
  return !hasEnding(kept) || mayBeAttached(kept) ? undefined : 'attachment-type';
}

/** Whether a name has an ending: what comes after the dots of dates, numbers and abbreviations is none. */
export function hasEnding(fileName: string): boolean {
  return endingOf(fileName) !== undefined;
}

function endingOf(fileName: string): string | undefined {
  return /\.(?=\d*[A-Za-z])([A-Za-z0-9]{1,10})$/.exec(fileName.trim())?.[1];
}
