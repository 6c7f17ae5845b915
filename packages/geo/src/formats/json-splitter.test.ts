import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from './format-reader.ts';
import { type JsonPiece, JsonSplitter } from './json-splitter.ts';

function split(text: string, size = text.length): JsonPiece[] {
  const splitter = new JsonSplitter();
  const pieces: JsonPiece[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(...splitter.push(text.slice(at, at + size)));
  return [...pieces, ...splitter.finish()];
}

describe('JsonSplitter', () => {
  it('gives the same features however the text is cut', () => {
    const value = fc.jsonValue().filter((v) => v !== undefined);
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 5 }),
        value,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(0, 2),
        (features, other, size, indent) => {
          const text = JSON.stringify({ first: other, features, last: other }, null, indent);
          const pieces = split(text, size);
          expect(pieces.filter((p) => p.kind === 'feature').map((p) => p.value)).toEqual(JSON.parse(JSON.stringify(features)));
          expect(pieces.filter((p) => p.kind === 'member')).toHaveLength(2);
        },
      ),
    );
  });

  it('keeps escapes that are cut in two', () => {
    const features = ['a\\', '\\"', '"\\"', '\\\\"x', '\u{1F600}\\u0041'];
    const text = JSON.stringify({ features });
    for (let size = 1; size < text.length; size++) {
      expect(split(text, size).map((p) => p.kind === 'feature' && p.value)).toEqual(features);
    }
  });

  it('reads documents one after another, with record separators, and a list at the top', () => {
    expect(split('{"a":1}\n{"a":2}\n\n').map((p) => p.value)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(split('\u001e{"a":1}\n\u001e{"a":2}').map((p) => p.value)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(split('[1,{"a":[2]}]', 2).map((p) => p.value)).toEqual([1, { a: [2] }]);
  });

  it('answers any damage with an error of its own', () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: [{ a: 'x"y' }, { b: [1, 2] }], crs: null });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 2 }), fc.integer({ min: 1, max: 9 }), (at, put, size) => {
        try {
          split(text.slice(0, at) + put + text.slice(at + 1), size);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reads NaN and infinities as null, counts them, and leaves texts alone', () => {
    const text = '{"min":-Infinity,"features":[{"a":NaN,"b":"NaN, \\"Infinity"},[-Infinity,1],NaN],"max":Infinity}';
    for (let size = 1; size <= text.length; size++) {
      const splitter = new JsonSplitter();
      const pieces: JsonPiece[] = [];
      for (let at = 0; at < text.length; at += size) pieces.push(...splitter.push(text.slice(at, at + size)));
      pieces.push(...splitter.finish());
      expect(pieces.map(({ value }) => value)).toEqual([null, { a: null, b: 'NaN, "Infinity' }, [null, 1], null, null]);
      expect(splitter.noNumbers).toBe(5);
    }
    expect(() => split('{"features":[{"a":NaN},{"a":nan}]}')).toThrow('feature 2 is not valid');
    expect(() => split('{"features":[{"a":NaN,}]}')).toThrow('feature 1 is not valid');
  });

  it('tells line and character of a fault in a long file', () => {
    const lines = ['{"features":[', ...Array.from({ length: 50 }, (_, i) => `{"i":${i}},`), ']}'];
    expect(() => split(lines.join('\n'), 16)).toThrow('(line 52, character 1, after 50 features)');
    expect(() => split('{"features":[{"a":1}\n{"b":2}]}', 5)).toThrow('“,” is expected (line 2, character 1, after 1 features)');
  });
});
