// Finds out how a text file is encoded, and decodes it in pieces.
import { type ByteSource, FormatError } from './format-reader.ts';

/** Encodings offered to a person whose text looks wrong. */
export const OFFERED_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const;

/** A decoder by the name of its encoding. @throws FormatError when there is none of the name */
export function decoderFor(encoding: string, fatal = false): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch (cause) {
    throw new FormatError('encoding-unknown', { encoding }, { cause });
  }
}

/** Whether there is a decoder of the name. */
export function isKnownEncoding(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

/** The encoding by its byte order mark, else UTF-8 when every byte fits it, else windows-1252. Reads the whole file. */
export async function detectEncoding(source: ByteSource): Promise<string> {
  const [a, b, c] = await source.read(0, 3);
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return (await isUtf8(source)) ? 'utf-8' : 'windows-1252';
}

/** Whether every byte of a file fits UTF-8. Reads the whole file. */
export async function isUtf8(source: ByteSource): Promise<boolean> {
  const strict = decoderFor('utf-8', true);
  let isPlain = true;
  try {
    for await (const piece of source.stream()) {
      isPlain &&= isAscii(piece);
      if (!isPlain) strict.decode(piece, { stream: true });
    }
    strict.decode();
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  let at = 0;
  // Four at a time.
  if (bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    let seen = 0;
    for (let i = 0; i < words.length; i++) seen |= words[i] as number;
    if ((seen & 0x80808080) !== 0) return false;
    at = words.length * 4;
  }
  for (; at < bytes.length; at++) if ((bytes[at] as number) > 127) return false;
  return true;
}

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeText(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = decoderFor(encoding);
  for await (const piece of source.stream()) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
