// Cuts a large JSON document into its features without holding more than one of them.

import { type Sentence, sentence } from '../sentence.ts';
import { FormatError } from './format-reader.ts';
import { parseJson } from './json-numbers.ts';

/** Most characters of one feature, or of one other member of the document. */
const MAX_VALUE = 64 * 1024 * 1024;

/** Lists in lists beyond any data; deeper ones cannot be written as text again. */
const MAX_DEPTH = 500;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const RECORD_SEPARATOR = 0x1e;

/** A piece of the document: a feature, a member beside the features, or a whole document that has no list of features. */
export type JsonPiece =
  | { kind: 'feature'; value: unknown }
  | { kind: 'member'; name: string; value: unknown }
  | { kind: 'document'; value: unknown };

type Place = 'start' | 'key' | 'colon' | 'value' | 'afterMember' | 'element' | 'afterElement' | 'end';

/**
 * Understands a collection with a `features` list, a list at the top, and several documents one after another
 * (newline-delimited). Push text, take pieces; memory holds one value at most.
 */
export class JsonSplitter {
  private text = '';
  private at = 0;
  /** Signs and lines let go of, and where the last of those lines ended: to tell places in the file. */
  private consumed = { signs: 0, lines: 0, lineStart: 0 };
  private place: Place = 'start';
  private key = '';
  private seenFeatures = false;
  private listAtTop = false;
  private members: [string, unknown][] = [];
  private scan = { start: -1, depth: 0, inString: false };
  private count = 0;
  private afterComma = false;
  /** Words for numbers that JSON has not, as some programs write them; they were read as null. */
  noNumbers = 0;
  private readonly parse: (text: string) => unknown;

  /** `parse` makes values of their texts. */
  constructor(parse: (text: string) => unknown = parseJson) {
    this.parse = parse;
  }

  /** Adds text and gives the pieces that it completes. @throws FormatError where the text is not JSON */
  push(text: string): JsonPiece[] {
    const keepFrom = this.scan.start >= 0 ? this.scan.start : this.at;
    if (this.text.length - keepFrom + text.length > MAX_VALUE + (1 << 22)) {
      throw this.inFeature() ? new FormatError('json-feature-large', { feature: this.count + 1 }) : new FormatError('json-document-large');
    }
    this.letGo(keepFrom);
    this.text = this.text.slice(keepFrom) + text;
    this.at -= keepFrom;
    if (this.scan.start >= 0) this.scan.start = 0;
    const out: JsonPiece[] = [];
    while (this.step(out)) {
      // Each step reads one sign or one value; it is false when more text is needed.
    }
    return out;
  }

  /** Call after the last text. @throws FormatError when the document is not complete */
  finish(): JsonPiece[] {
    // A number or word at the very end is complete only now.
    const out = this.push(' \n');
    if (this.place === 'start' && this.count === 0 && !this.seenFeatures) throw new FormatError('json-empty');
    if (this.place !== 'end' && this.place !== 'start') {
      const isInside = this.inFeature() && (this.scan.start >= 0 || this.place === 'element');
      throw isInside ? new FormatError('json-cut-off-feature', { feature: this.count + 1 }) : new FormatError('json-cut-off');
    }
    return out;
  }

  private inFeature(): boolean {
    return this.seenFeatures || this.listAtTop || this.count > 0;
  }

  private step(out: JsonPiece[]): boolean {
    if (this.scan.start < 0) {
      this.skipSpace();
      if (this.at >= this.text.length) return false;
    }
    switch (this.place) {
      case 'start':
      case 'end':
        return this.begin();
      case 'key':
        return this.readKey(out);
      case 'colon':
        return this.sign(':', 'value');
      case 'value':
        return this.readMember(out);
      case 'afterMember':
        return this.afterMember(out);
      case 'element':
        return this.readElement(out);
      case 'afterElement':
        return this.afterElement();
    }
  }

  private begin(): boolean {
    const code = this.text.charCodeAt(this.at);
    if (code === OPEN_BRACE) this.place = 'key';
    else if (code === OPEN_BRACKET && this.place === 'start') {
      this.listAtTop = true;
      this.place = 'element';
    } else if (this.place === 'end') this.fail(sentence('json-behind'));
    else if (code === 0x3c) throw new FormatError('json-web-page');
    else throw new FormatError('json-not');
    this.members = [];
    this.afterComma = false;
    this.at++;
    return true;
  }

  private readKey(out: JsonPiece[]): boolean {
    if (this.scan.start < 0) {
      const code = this.text.charCodeAt(this.at);
      if (code === CLOSE_BRACE && !this.afterComma) return this.endObject(out);
      if (code === CLOSE_BRACE) this.fail(sentence('json-comma-brace'));
      if (code !== QUOTE) this.fail(sentence('json-name'));
    }
    const key = this.value();
    if (key === undefined) return false;
    this.key = String(key);
    this.place = 'colon';
    return true;
  }

  private readMember(out: JsonPiece[]): boolean {
    if (this.key === 'features' && this.scan.start < 0 && this.text.charCodeAt(this.at) === OPEN_BRACKET) {
      this.seenFeatures = true;
      this.afterComma = false;
      this.place = 'element';
      this.at++;
      return true;
    }
    const value = this.value();
    if (value === undefined) return false;
    if (this.seenFeatures) out.push({ kind: 'member', name: this.key, value });
    else this.members.push([this.key, value]);
    this.place = 'afterMember';
    return true;
  }

  private afterMember(out: JsonPiece[]): boolean {
    if (this.text.charCodeAt(this.at) === CLOSE_BRACE) return this.endObject(out);
    this.afterComma = true;
    return this.sign(',', 'key');
  }

  private endObject(out: JsonPiece[]): boolean {
    this.at++;
    if (this.seenFeatures) {
      this.place = 'end';
      return true;
    }
    out.push({ kind: 'document', value: Object.fromEntries(this.members) });
    this.members = [];
    this.count++;
    this.place = 'start';
    return true;
  }

  private readElement(out: JsonPiece[]): boolean {
    for (const [name, value] of this.members.splice(0)) out.push({ kind: 'member', name, value });
    if (this.scan.start < 0 && this.text.charCodeAt(this.at) === CLOSE_BRACKET) {
      if (this.afterComma) this.fail(sentence('json-comma-bracket'));
      return this.endList();
    }
    const value = this.value();
    if (value === undefined) return false;
    this.count++;
    out.push({ kind: 'feature', value });
    this.place = 'afterElement';
    return true;
  }

  private afterElement(): boolean {
    if (this.text.charCodeAt(this.at) === CLOSE_BRACKET) return this.endList();
    this.afterComma = true;
    return this.sign(',', 'element');
  }

  private endList(): boolean {
    this.at++;
    this.place = this.listAtTop ? 'end' : 'afterMember';
    return true;
  }

  private sign(sign: string, next: Place): boolean {
    if (this.text[this.at] !== sign) this.fail(sentence('json-sign', { sign }));
    this.at++;
    this.place = next;
    return true;
  }

  /** One whole JSON value, or undefined when its end is not there yet. */
  private value(): unknown {
    const { scan } = this;
    if (scan.start < 0) {
      scan.start = this.at;
      scan.depth = 0;
      scan.inString = false;
    }
    const end = this.findEnd();
    if (end < 0) return undefined;
    const text = this.text.slice(scan.start, end);
    const start = scan.start;
    scan.start = -1;
    this.at = end;
    try {
      return this.parsed(text);
    } catch (error) {
      this.at = start;
      const offset = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
      this.at += offset;
      return this.fail(this.inFeature() ? sentence('json-feature', { feature: this.count + 1 }) : sentence('json-value'));
    }
  }

  private parsed(text: string): unknown {
    try {
      return this.parse(text);
    } catch (error) {
      const plain = withoutWords(text);
      if (plain === null) throw error;
      const value = this.parse(plain.text);
      this.noNumbers += plain.count;
      return value;
    }
  }

  /** Goes on scanning from `at`; the place behind the value, or -1. */
  private findEnd(): number {
    const { text, scan } = this;
    let { at } = this;
    for (; at < text.length; at++) {
      if (scan.inString) {
        at = endOfString(text, at);
        if (at >= text.length) break;
        scan.inString = false;
        if (scan.depth === 0) return at + 1;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) scan.inString = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (++scan.depth > MAX_DEPTH) throw new FormatError('json-deep', { feature: this.count + 1 });
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        // A bare number or word ends before the bracket of what holds it.
        if (scan.depth === 0) return at;
        scan.depth--;
        if (scan.depth === 0) return at + 1;
      } else if (scan.depth === 0 && (code === COMMA || code <= 0x20)) return at;
    }
    // An escape may be cut in two: the sign behind the backslash comes with the next text.
    this.at = at;
    return -1;
  }

  private skipSpace(): void {
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at);
      if (code > 0x20 && code !== 0xfeff) return;
      if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09 && code !== RECORD_SEPARATOR) this.fail(sentence('json-control'));
      this.at++;
    }
  }

  private fail(what: Sentence): never {
    this.letGo(Math.min(this.at, this.text.length));
    const { signs, lines, lineStart } = this.consumed;
    throw new FormatError('json-invalid', { what, line: lines + 1, character: signs - lineStart + 1, count: this.count });
  }

  private letGo(end: number): void {
    const { consumed } = this;
    for (let at = this.text.indexOf('\n'); at >= 0 && at < end; at = this.text.indexOf('\n', at + 1)) {
      consumed.lines++;
      consumed.lineStart = consumed.signs + at + 1;
    }
    consumed.signs += end;
  }
}

/** A text in which `null` stands in place of NaN and infinities, outside of its strings; null where there are none. */
export function withoutWords(text: string): { text: string; count: number } | null {
  const next = /"|-?(?:NaN|Infinity)/g;
  let plain = '';
  let [kept, count] = [0, 0];
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '"') next.lastIndex = endOfString(text, found.index + 1) + 1;
    else {
      plain += `${text.slice(kept, found.index)}null`;
      kept = next.lastIndex;
      count++;
    }
  }
  return count === 0 ? null : { text: plain + text.slice(kept), count };
}

/** Place of the quote that ends the string around `from`; beyond the text when it is not there. */
function endOfString(text: string, from: number): number {
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    // Keep the parity of trailing backslashes for the next text.
    if (quote < 0) return text.length + (backslashesBefore(text, text.length, from) % 2);
    if (backslashesBefore(text, quote, from) % 2 === 0) return quote;
    at = quote + 1;
  }
}

function backslashesBefore(text: string, end: number, from: number): number {
  let back = end;
  while (back > from && text.charCodeAt(back - 1) === BACKSLASH) back--;
  return end - back;
}
