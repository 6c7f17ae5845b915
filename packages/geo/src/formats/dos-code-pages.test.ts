// The tables of the code pages, against what other programs make of the same bytes.
import { expect, it } from 'vitest';
import { memorySource } from './byte-source.ts';
import { DOS_ENCODINGS, dosDecoder, dosEncodingOf } from './dos-code-pages.ts';
import { decoderFor, decodeText, encodingNamed, isKnownEncoding } from './text-encoding.ts';

const BYTES = [0x80, 0x8f, 0x9b, 0xa4, 0xb5, 0xc6, 0xe1, 0xfd];

it.each([
  ['ibm437', 'ÇÅ¢ñ╡╞ß²'],
  ['ibm737', 'ΑΠδν╡╞ά²'],
  ['ibm850', 'ÇÅøñÁãß²'],
  ['ibm852', 'ÇĆŤĄÁĂßř'],
  ['ibm857', 'ÇÅøñÁãß²'],
  ['ibm860', 'ÇÂ¢ñ╡╞ß²'],
  ['ibm861', 'ÇÅøÁ╡╞ß²'],
  ['ibm863', 'Ç§¢¨╡╞ß²'],
  ['ibm865', 'ÇÅøñ╡╞ß²'],
  ['ibm775', 'ĆÅøżĄŲß²'],
  ['ibm855', 'ђЈЏцхкр§'],
  ['ibm858', 'ÇÅøñÁãß²'],
  ['ibm862', '\u05d0\u05df¢ñ╡╞ß²'],
  ['ibm864', '°┘\ufffd¤\u0665\ufe8b\ufed3\ufef1'],
  ['ibm869', '\ufffdΉάΑΚΠηώ'],
])('%s is read', (encoding, text) => {
  expect(decoderFor(encoding).decode(Uint8Array.from(BYTES))).toBe(text);
  expect(decoderFor(encoding).encoding).toBe(encoding);
});

it.each(DOS_ENCODINGS)('%s has a character of its own for every byte, and ASCII below', (encoding) => {
  const text = dosDecoder(encoding)?.decode(Uint8Array.from({ length: 256 }, (_, i) => i)) ?? '';
  const unused = { ibm857: 3, ibm864: 6, ibm869: 9 }[encoding] ?? 0;
  expect([text.length, new Set(text.replaceAll('\ufffd', '')).size]).toEqual([256, 256 - unused]);
  const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i));
  expect(text.slice(0, 128)).toBe(encoding === 'ibm864' ? ascii.replace('%', '\u066a') : ascii);
});

it('the euro is in the page that was made for it alone', () => {
  expect(['ibm850', 'ibm858'].map((encoding) => decoderFor(encoding).decode(Uint8Array.of(0xd5)))).toEqual(['ı', '€']);
});

it.each([
  ['850', 'ibm850'],
  ['cp850', 'ibm850'],
  ['CP-437', 'ibm437'],
  ['IBM852', 'ibm852'],
  ['OEM 850', 'ibm850'],
  ['oem_857', 'ibm857'],
  ['MS-DOS 861', 'ibm861'],
  ['csIBM865', 'ibm865'],
  ['cp00858', 'ibm858'],
  ['OEM 862', 'ibm862'],
  ['999', null],
  ['85', null],
  ['windows-850', null],
])('%s means %s', (name, encoding) => {
  expect(dosEncodingOf(name)).toBe(encoding);
});

it('other names are those of TextDecoder', () => {
  expect([encodingNamed('cp866'), encodingNamed('latin1'), encodingNamed('cp737'), encodingNamed('klingon')]).toEqual([
    'ibm866',
    'windows-1252',
    'ibm737',
    null,
  ]);
  expect([isKnownEncoding('ibm850'), isKnownEncoding('ibm999')]).toEqual([true, false]);
});

it('long texts are read in pieces', async () => {
  const bytes = new Uint8Array(300_000).fill(0x84);
  let text = '';
  for await (const piece of decodeText(memorySource('a.txt', bytes), 'ibm850')) text += piece;
  expect(text).toBe('ä'.repeat(300_000));
});
