// Draws the letters that vector tile services serve: node tools/glyphs/build-glyphs.mjs
// Needs a Chromium that playwright can start. Reads the fonts of the pages, writes packages/server/glyphs.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'packages/server/glyphs');
const MODULES = join(ROOT, 'node_modules');
const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test');
const { PbfWriter } = createRequire(join(ROOT, 'packages/server/package.json'))('pbf');

/** Subsets of the fonts; of a letter that several have, the first counts. */
const SUBSETS = ['latin', 'vietnamese', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'];
const OTHER_SCRIPTS = ['arabic', 'hebrew', 'thai'];
const western = (weight, style) => SUBSETS.map((subset) => `@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-${style}.woff2`);
const others = (weight) =>
  OTHER_SCRIPTS.map((name) => `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}-${weight}-normal.woff2`);
const FACES = [
  { folder: 'regular', name: 'Noto Sans Regular', files: [...western(400, 'normal'), ...others(400)] },
  { folder: 'semi-bold', name: 'Noto Sans SemiBold', files: [...western(600, 'normal'), ...others(600)] },
  // Scripts without an italic are upright.
  {
    folder: 'italic',
    name: 'Noto Sans Italic',
    files: [...western(400, 'italic').filter((file) => !file.includes('devanagari')), ...western(400, 'normal'), ...others(400)],
  },
];

/** Letters are this high, and have so many pixels round them, in every font of this kind. */
const SIZE = 24;
const BUFFER = 3;
/** Readers take places as measured from the top of the line, which for Noto Sans is so many pixels over the baseline. */
const ASCENDER = 26;
/** A ligature of a whole sentence, which is as wide as a page. */
const LEFT_OUT = new Set([0xfdfd]);

/** The code points that a font has, from its `cmap` table. */
function codePoints(woff2) {
  const table = tableOf(woff2, 'cmap');
  const found = new Set();
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const at = table.readUInt32BE(4 + i * 8 + 4);
    const format = table.readUInt16BE(at);
    if (format === 12) {
      for (let group = 0; group < table.readUInt32BE(at + 12); group++) {
        const [first, last] = [0, 4].map((offset) => table.readUInt32BE(at + 16 + group * 12 + offset));
        for (let code = first; code <= last; code++) found.add(code);
      }
    } else if (format === 4) {
      const length = table.readUInt16BE(at + 6);
      for (let part = 0; part < length; part += 2) {
        const [last, first] = [table.readUInt16BE(at + 14 + part), table.readUInt16BE(at + 16 + length + part)];
        for (let code = first; code <= last && code < 0xffff; code++) found.add(code);
      }
    }
  }
  return [...found].filter((code) => code < 0x10000 && !LEFT_OUT.has(code)).sort((a, b) => a - b);
}

/** The tags that WOFF2 has numbers for, as far as the ones behind them are told by number. @source W3C WOFF 2.0, 4.1 */
const CMAP = 0;
const TRANSFORMED = [10, 11];

/** A table of a WOFF2 file that is kept as it was. */
function tableOf(woff2, tag) {
  let at = 48;
  const readLength = () => {
    let value = 0;
    for (;;) {
      const byte = woff2[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found;
  for (let i = 0; i < woff2.readUInt16BE(12); i++) {
    const flags = woff2[at++];
    const number = flags & 63;
    let own = '';
    if (number === 63) {
      own = woff2.toString('latin1', at, at + 4);
      at += 4;
    }
    const version = flags >> 6;
    let length = readLength();
    if (TRANSFORMED.includes(number) ? version === 0 : version !== 0) length = readLength();
    if (own === tag || (tag === 'cmap' && number === CMAP)) found = [offset, offset + length];
    offset += length;
  }
  const tables = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)));
  if (found === undefined) throw new Error(`The font has no table ${tag}.`);
  return tables.subarray(...found);
}

/** Runs in the page: the letters of a font, drawn as distances to their outlines. */
async function drawn({ font, codes, size, buffer }) {
  const family = `font-${document.fonts.size}`;
  const face = new FontFace(family, `url(data:font/woff2;base64,${font})`);
  document.fonts.add(await face.load());
  // Room for wide ligatures; the letters have their size all the same.
  const drawing = new globalThis.TinySDF({ fontSize: size * 4, fontFamily: family, buffer });
  drawing.ctx.font = `${size}px ${family}`;
  return codes.map((code) => {
    const glyph = drawing.draw(String.fromCodePoint(code));
    const { glyphWidth: width, glyphHeight: height, glyphLeft: left, glyphTop: top, glyphAdvance: advance } = glyph;
    const bitmap = width === 0 || height === 0 ? '' : btoa(String.fromCharCode(...glyph.data));
    return { code, width, height, left, top, advance, bitmap };
  });
}

/** @source https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto */
function encoded(name, range, glyphs) {
  const writer = new PbfWriter();
  writer.writeMessage(1, (_, stack) => {
    stack.writeStringField(1, name);
    stack.writeStringField(2, range);
    for (const glyph of glyphs) stack.writeMessage(3, writeGlyph, glyph);
  });
  return writer.finish();
}

function writeGlyph({ code, width, height, left, top, advance, bitmap }, writer) {
  writer.writeVarintField(1, code);
  if (bitmap !== '') writer.writeBytesField(2, Buffer.from(bitmap, 'base64'));
  writer.writeVarintField(3, bitmap === '' ? 0 : width);
  writer.writeVarintField(4, bitmap === '' ? 0 : height);
  writer.writeSVarintField(5, bitmap === '' ? 0 : left);
  writer.writeSVarintField(6, bitmap === '' ? 0 : top - ASCENDER);
  writer.writeVarintField(7, Math.round(advance));
}

/** Vowel signs of Indic scripts that stand alone are drawn on a dotted circle. */
const needsBase = (code) => /^(?=\p{Script_Extensions=Devanagari})\p{M}$/u.test(String.fromCodePoint(code));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const library = await readFile(join(MODULES, '@mapbox/tiny-sdf/index.js'), 'utf8');
await page.addScriptTag({ content: library.replace('export default class', 'globalThis.TinySDF = class') });
for (const { folder, name, files } of FACES) {
  const taken = new Set();
  const ranges = new Map();
  for (const file of files) {
    const font = await readFile(join(MODULES, file));
    const codes = codePoints(font).filter((code) => !taken.has(code) && !needsBase(code));
    for (const glyph of await page.evaluate(drawn, { font: font.toString('base64'), codes, size: SIZE, buffer: BUFFER })) {
      taken.add(glyph.code);
      const first = Math.floor(glyph.code / 256) * 256;
      ranges.set(first, [...(ranges.get(first) ?? []), glyph]);
    }
  }
  await rm(join(OUT, folder), { recursive: true, force: true });
  await mkdir(join(OUT, folder), { recursive: true });
  let bytes = 0;
  for (const [first, glyphs] of ranges) {
    const range = `${first}-${first + 255}`;
    const zipped = gzipSync(encoded(name, range, glyphs), { level: 9 });
    bytes += zipped.length;
    await writeFile(join(OUT, folder, `${range}.pbf.gz`), zipped);
  }
  console.log(`${name}: ${taken.size} letters in ${ranges.size} ranges, ${Math.round(bytes / 1024)} kB`);
}
await browser.close();
