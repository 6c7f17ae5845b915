// The names of files that come without an ending, as forms of browsers send them: what they hold says which ending they get.
import { hasEnding } from '@graticule/contract/services/attachable';
import { endingOf } from '../../content/index.ts';

/** The first bytes that `nameWithEnding` looks at. */
export const HEAD_BYTES = 64;

/**
 * Beginnings of files, as digits of their bytes, and the ending that they mean. Programs stand at the end, so that none is taken for what its sender
 * says it is.
 */
const BEGINNINGS: readonly (readonly [beginning: RegExp, ending: string])[] = [
  [/^89504e470d0a/, 'png'],
  [/^ffd8ff/, 'jpg'],
  [/^47494638/, 'gif'],
  [/^52494646.{8}57454250/, 'webp'],
  [/^52494646.{8}57415645/, 'wav'],
  [/^52494646.{8}41564920/, 'avi'],
  [/^(49492a00|4d4d002a)/, 'tif'],
  [/^424d.{8}00000000/, 'bmp'],
  [/^38425053/, 'psd'],
  [/^255044462d/, 'pdf'],
  [/^25215053/, 'ps'],
  [/^7b5c727466/, 'rtf'],
  [/^504b(0304|0506)/, 'zip'],
  [/^1f8b/, 'gz'],
  [/^377abcaf/, '7z'],
  [/^.{8}66747970(68656963|68656978|6d696631)/, 'heic'],
  [/^.{8}667479704d3441/, 'm4a'],
  [/^.{8}667479707174/, 'mov'],
  [/^.{8}66747970336770/, '3gp'],
  [/^.{8}66747970/, 'mp4'],
  [/^1a45dfa3/, 'mkv'],
  [/^4f676753/, 'ogg'],
  [/^664c6143/, 'flac'],
  [/^(494433|ff(fb|f3|f2))/, 'mp3'],
  [/^464f524d.{8}41494646/, 'aif'],
  [/^4d546864/, 'mid'],
  [/^63616666/, 'caf'],
  [/^676c5446/, 'glb'],
  [/^774f4646/, 'woff'],
  [/^774f4632/, 'woff2'],
  [/^00010000/, 'ttf'],
  [/^(4d5a|7f454c46|2321|cafebabe|(ce|cf)faedfe)/, 'exe'],
];

/** Containers that hold several kinds of file: which of these it is only its sender knows. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  zip: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'odg', 'vsdx', 'kmz'],
  mp4: ['m4a', 'm4v', 'mov'],
  mkv: ['webm', 'mka'],
  ogg: ['oga', 'ogv', 'opus'],
};

const OPEN = 'application/vnd.oasis.opendocument';

/** Endings by what senders say of their files, beyond the types that the portal itself sends files with. */
const FURTHER_ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'image/jpg': 'jpg',
    'image/bmp': 'bmp',
    'image/heic': 'heic',
    'image/heif': 'heif',
    'text/markdown': 'md',
    'text/xml': 'xml',
    'text/rtf': 'rtf',
    'application/vnd.geo+json': 'geojson',
    'application/javascript': 'js',
    'application/rtf': 'rtf',
    'application/x-zip-compressed': 'zip',
    'application/gzip': 'gz',
    'application/msword': 'doc',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.ms-powerpoint': 'ppt',
    [`${OPEN}.text`]: 'odt',
    [`${OPEN}.spreadsheet`]: 'ods',
    [`${OPEN}.presentation`]: 'odp',
    [`${OPEN}.graphics`]: 'odg',
    'application/vnd.visio': 'vsd',
    'application/vnd.ms-visio.drawing': 'vsdx',
    'audio/aiff': 'aif',
    'audio/x-aiff': 'aif',
    'audio/midi': 'mid',
    'audio/x-caf': 'caf',
    'audio/x-matroska': 'mka',
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a',
    'audio/wav': 'wav',
    'audio/x-wav': 'wav',
    'audio/ogg': 'ogg',
    'audio/opus': 'opus',
    'audio/webm': 'webm',
    'audio/flac': 'flac',
    'audio/aac': 'aac',
    'video/mp4': 'mp4',
    'video/quicktime': 'mov',
    'video/webm': 'webm',
    'video/ogg': 'ogv',
    'video/mpeg': 'mpeg',
    'video/3gpp': '3gp',
    'video/x-msvideo': 'avi',
  }),
);

/** The name with an ending: its own, else that of what the file begins with, else that of the type its sender calls it; without any of them as it was. */
export function nameWithEnding(fileName: string, contentType: string | null | undefined, head: Uint8Array): string {
  if (hasEnding(fileName)) return fileName;
  const beginning = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('hex');
  const held = BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1];
  const type = contentType ?? '';
  const said = endingOf(type) ?? FURTHER_ENDINGS.get(type.split(';')[0]?.trim().toLowerCase() ?? '');
  const isWithin = held !== undefined && said !== undefined && WITHIN[held]?.includes(said) === true;
  const ending = held === undefined || isWithin ? said : held;
  return ending === undefined ? fileName : `${fileName}.${ending}`;
}
