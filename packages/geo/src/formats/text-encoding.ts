// Finds out how a text file is encoded, and decodes it in pieces.
import { type Decoder, dosDecoder, dosEncodingOf } from './dos-code-pages.ts';
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
  'ibm437',
  'ibm737',
  'ibm775',
  'ibm850',
  'ibm852',
  'ibm855',
  'ibm857',
  'ibm858',
  'ibm860',
  'ibm861',
  'ibm862',
  'ibm863',
  'ibm864',
  'ibm865',
  'ibm866',
  'ibm869',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const;

/** A decoder by the name of its encoding; one that is `fatal` fails on bytes that stand for nothing. @throws FormatError when there is none of the name */
export function decoderFor(encoding: string, fatal = false): Decoder {
  const dos = dosDecoder(encoding);
  if (dos !== null) return dos;
  try {
    return new TextDecoder(encoding, { fatal });
  } catch (cause) {
    throw new FormatError('encoding-unknown', { encoding }, { cause });
  }
}

/** The usual name of an encoding, as `decoderFor` takes it; null when the name means none. */
export function encodingNamed(name: string): string | null {
  try {
    return dosEncodingOf(name) ?? new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** Whether there is a decoder of the name. */
export function isKnownEncoding(encoding: string): boolean {
  return encodingNamed(encoding) !== null;
}

/** Bytes looked at to tell encodings without a mark apart. */
const LOOK_BYTES = 256 * 1024;

/** The encoding by its byte order mark or its zeros, else UTF-8 when every byte fits it, else Shift-JIS where it is Japanese, else windows-1252. Reads the whole file. */
export async function detectEncoding(source: ByteSource): Promise<string> {
  const [a, b, c] = await source.read(0, 3);
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const wide = wideEncoding(await source.read(0, 4096));
  if (wide !== undefined) return wide;
  if (await isUtf8(source)) return 'utf-8';
  return isShiftJis(await source.read(0, LOOK_BYTES)) ? 'shift_jis' : 'windows-1252';
}

/** Whether an encoding is no more than the best guess, of which a person should be told. */
export function isGuessed(encoding: string): boolean {
  return encoding === 'windows-1252' || encoding === 'shift_jis';
}

/** UTF-16 without a mark: text with letters of Latin script, figures or separators has a zero in half of its bytes, and in no other. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length < 16) return undefined;
  if (odd * 6 > bytes.length && even === 0) return 'utf-16le';
  return even * 6 > bytes.length && odd === 0 ? 'utf-16be' : undefined;
}

/** Whether all bytes fit Shift-JIS and stand in rows of two as Japanese words do; a lone curly apostrophe of other encodings fits too. */
function isShiftJis(bytes: Uint8Array): boolean {
  let [alone, together] = [0, 0];
  let before = false;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    const isKana = lead >= 0xa1 && lead <= 0xdf;
    if (lead < 0x80 || isKana) {
      if (isKana) alone++;
      before = false;
      at++;
      continue;
    }
    const next = bytes[at + 1];
    // The sample may end between the two.
    if (next === undefined) break;
    const isPair = lead !== 0x80 && lead !== 0xa0 && lead < 0xf0 && next >= 0x40 && next <= 0xfc && next !== 0x7f;
    if (!isPair) return false;
    // Bytes up to 9F begin the signs that Japanese uses most; in windows-1252 they are seldom.
    if (before && lead <= 0x9f) together++;
    else if (!before) alone++;
    before = true;
    at += 2;
  }
  return together > 0 && together * 2 >= alone;
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
