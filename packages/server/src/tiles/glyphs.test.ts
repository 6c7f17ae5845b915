// The letters that the portal has, read as clients read them.
import { gunzipSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { describe, expect, it, test } from 'vitest';
import { faceOf, glyphsOf } from './glyphs.ts';

interface Glyph {
  id: number;
  bitmap: number;
  width: number;
  height: number;
  left: number;
  top: number;
  advance: number;
}

/** Name and letters of a file. @source https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto */
function read(bytes: Uint8Array): { name: string; range: string; glyphs: Map<number, Glyph> } {
  const found = { name: '', range: '', glyphs: new Map<number, Glyph>() };
  new PbfReader(gunzipSync(bytes)).readFields((outer, _, file) => {
    expect(outer).toBe(1);
    file.readMessage((tag, stack, pbf) => {
      if (tag === 1) stack.name = pbf.readString();
      if (tag === 2) stack.range = pbf.readString();
      if (tag !== 3) return;
      const glyph = pbf.readMessage(readGlyph, { id: 0, bitmap: 0, width: 0, height: 0, left: 0, top: 0, advance: 0 });
      stack.glyphs.set(glyph.id, glyph);
    }, found);
  }, undefined);
  return found;
}

function readGlyph(tag: number, glyph: Glyph, pbf: PbfReader): void {
  if (tag === 1) glyph.id = pbf.readVarint();
  if (tag === 2) glyph.bitmap = pbf.readBytes().length;
  if (tag === 3) glyph.width = pbf.readVarint();
  if (tag === 4) glyph.height = pbf.readVarint();
  if (tag === 5) glyph.left = pbf.readSVarint();
  if (tag === 6) glyph.top = pbf.readSVarint();
  if (tag === 7) glyph.advance = pbf.readVarint();
}

const lettersOf = async (fonts: string, range: string) => {
  const found = await glyphsOf(fonts, range);
  return found === undefined ? undefined : read(found.bytes);
};

describe('letters', () => {
  it('are distances with three pixels round each letter, on one line', async () => {
    const { name, range, glyphs } = (await lettersOf('Noto Sans Regular', '0-255')) ?? {};
    expect([name, range]).toEqual(['Noto Sans Regular', '0-255']);
    for (const letter of 'Aghy0ß') {
      const glyph = glyphs?.get(letter.codePointAt(0) ?? 0);
      expect(glyph?.bitmap, letter).toBe(((glyph?.width ?? 0) + 6) * ((glyph?.height ?? 0) + 6));
      expect(glyph?.advance, letter).toBeGreaterThan(8);
    }
    // A capital letter of 24 pixels is 17 high and stands on a line 26 below the top.
    expect(glyphs?.get(72)).toMatchObject({ height: expect.closeTo(17.5, -0.5), top: expect.closeTo(-8.5, -0.5) });
    expect(glyphs?.get(32)).toMatchObject({ bitmap: 0, width: 0, height: 0 });
  });

  test.each(['Ж', 'Ω', 'ế', 'א', 'ب', 'ﺏ', 'ไ', 'क', 'Ş'])('are there for %s', async (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const start = Math.floor(code / 256) * 256;
    for (const font of ['Noto Sans Regular', 'Noto Sans SemiBold', 'Noto Sans Italic'])
      expect((await lettersOf(font, `${start}-${start + 255}`))?.glyphs.get(code)?.bitmap, font).toBeGreaterThan(0);
  });

  it('are none for scripts that no font has', async () => {
    expect(await lettersOf('Noto Sans Italic', '19968-20223')).toEqual({
      name: 'Noto Sans Italic',
      range: '19968-20223',
      glyphs: new Map(),
    });
  });

  it('have one tag for each file', async () => {
    const tags = await Promise.all([
      glyphsOf('Noto Sans Regular', '0-255'),
      glyphsOf('Arial Unicode MS', '0-255'),
      glyphsOf('Noto Sans SemiBold', '0-255'),
    ]);
    expect(tags[0]?.etag).toBe(tags[1]?.etag);
    expect(tags[0]?.etag).not.toBe(tags[2]?.etag);
  });

  test.each(['0-254', '1-256', '0-511', '65536-65791', '256-0', '-0-255', '0-255/..', 'a-b', '00000000-255', '../../package.json', ''])(
    'are in ranges of 256 only: %s',
    async (range) => {
      expect(await glyphsOf('Noto Sans Regular', range)).toBeUndefined();
    },
  );
});

describe('the font', () => {
  test.each([
    ['Noto Sans Italic', 'Noto Sans Italic'],
    ['Missing Sans,noto sans semibold', 'Noto Sans SemiBold'],
    ['Arial Unicode MS Bold, Arial', 'Noto Sans SemiBold'],
    ['Avenir Next LT Pro Demi Italic', 'Noto Sans Italic'],
    ['Ubuntu Regular', 'Noto Sans Regular'],
    ['../../etc/passwd', 'Noto Sans Regular'],
    [',', 'Noto Sans Regular'],
  ])('for %s is %s', (asked, face) => {
    expect(faceOf(asked)).toBe(face);
  });
});
