// Parameters as text: what JSON is read from.
import { describe, expect, it } from 'vitest';
import { json } from './param.ts';

const read = (raw: string): unknown => json().read(raw);

describe('a parameter of JSON', () => {
  it.each([
    ['[1, {"a": null}]', [1, { a: null }]],
    ['{\n  "a": "b"\n}', { a: 'b' }],
    ['{"two\nlines": "a\tb\r\nc"}', { 'two\nlines': 'a\tb\r\nc' }],
    ['["a \\"b\n\\\\", "\n"]', ['a "b\n\\', '\n']],
    [String.raw`["\ud800", "\ud83d\ude00\udc00", "\\ud800", {"\udfff": 1}]`, ['\ufffd', '😀\ufffd', String.raw`\ud800`, { '\ufffd': 1 }]],
  ])('is read with breaks between its values and within its texts: %j', (raw, value) => {
    expect(read(raw)).toEqual(value);
  });

  it.each(['', '{', '["a\n', '["a" \u0001 1]', '["\\\n"]', '["a"\n"b"]', "['a']"])('is refused where it is none: %j', (raw) => {
    expect(() => read(raw)).toThrow('is not valid JSON');
  });

  it('is refused with the place of the fault in what was sent', () => {
    expect(() => read('["a", b: 1]')).toThrow('is not valid JSON. Names');
    expect(() => read('{"a": 1 "b": 2}')).toThrow('is not valid JSON: see character 9. Names');
    // Characters that were written in another way for reading would shift it.
    expect(() => read('{"a\n": 1 "b": 2}')).toThrow('is not valid JSON. Names');
  });

  it('is refused in good time where it is long and its last text is open', () => {
    expect(() => read(`["${'\\"\n'.repeat(500_000)}`)).toThrow('is not valid JSON');
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
    ['[[{"a":', '}]]'],
  ])('has at most 64 levels, whatever brackets they are: %s', (open, close) => {
    const each = open.match(/[[{]/g)?.length ?? 0;
    const nested = (levels: number): string => {
      const times = Math.ceil(levels / each);
      return `${open.repeat(times)}1${close.repeat(times)}`;
    };
    const least = Math.floor(64 / each) * each;
    expect(read(nested(least))).toBeDefined();
    expect(() => read(nested(65))).toThrow('nested too deeply (at most 64 levels)');
    // Beside each other, and within texts, there may be as many as there are.
    expect(read(`[${Array.from({ length: 100 }, () => `${open}1${close}`).join()}]`)).toHaveLength(100);
    expect(read(JSON.stringify([open.repeat(100)]))).toEqual([open.repeat(100)]);
  });

  it('has so many breaks within its texts at most as leave them room', () => {
    expect(read(`["${'\n'.repeat(100_000)}"]`)).toEqual(['\n'.repeat(100_000)]);
    expect(() => read(`["${'\n'.repeat(100_001)}"]`)).toThrow('too many line breaks');
  });
});
