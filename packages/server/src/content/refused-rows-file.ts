// The file of rows that could not be used, as people read it: why each was left out is said in the language of who downloads it.
import { noFormula } from '@graticule/geo/formats/csv-writer';
import { readKeptSentence, type Sentence } from '@graticule/geo/sentence';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { languageOfJob, sayingIn } from './job-language.ts';
import type { ResourceRow } from './resources.store.ts';

/** The file that `RefusedRows` wrote as it is sent to a person, with what makes the words of it. */
export interface SpokenRefusals {
  file: { key: string; sizeBytes: number; contentType: string; fileName: string; etag: string };
  spoken(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** How a file of refused rows is said to the caller. */
export async function spokenRefusals(portal: Portal, caller: Caller, { key, size_bytes: sizeBytes }: ResourceRow): Promise<SpokenRefusals> {
  const language = await languageOfJob(portal, caller);
  const say = await sayingIn(language);
  const file = { key, sizeBytes, contentType: 'text/csv', fileName: 'refusedRows.csv', etag: `${key}-${language}` };
  return { file, spoken: (bytes) => spoken(bytes, say) };
}

/** The rows with what is kept of sentences said. Those of before, which hold the words themselves, stay as they are. */
async function* spoken(bytes: AsyncIterable<Uint8Array>, say: (sentence: Sentence) => string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of bytes) {
    const { lines, left } = wholeLines(rest + decoder.decode(piece, { stream: true }));
    rest = left;
    if (lines.length > 0) yield Buffer.from(lines.map((line) => spokenLine(line, say)).join(''));
  }
  rest += decoder.decode();
  if (rest !== '') yield Buffer.from(spokenLine(rest, say));
}

/** The rows that are whole, each with the end of its line: quotes around values may hold such ends too. */
function wholeLines(text: string): { lines: string[]; left: string } {
  const lines: string[] = [];
  let begin = 0;
  let isOpen = false;
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isOpen = !isOpen;
    else if (code === LINE_FEED && !isOpen) {
      lines.push(text.slice(begin, at + 1));
      begin = at + 1;
    }
  }
  return { lines, left: text.slice(begin) };
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** A row whose third cell is what is kept of a sentence, with its words in the place of that. */
function spokenLine(line: string, say: (sentence: Sentence) => string): string {
  const layerEnd = cellEnd(line, 0);
  const begin = line.indexOf(',', layerEnd + 1) + 1;
  if (line.charCodeAt(begin) !== QUOTE) return line;
  const end = cellEnd(line, begin);
  const sentence = readKeptSentence(line.slice(begin + 1, end - 1).replaceAll('""', '"'));
  return sentence === null ? line : `${line.slice(0, begin)}"${noFormula(say(sentence)).replaceAll('"', '""')}"${line.slice(end)}`;
}

/** Where the cell ends that begins there, behind the quote that closes it. */
function cellEnd(line: string, begin: number): number {
  if (line.charCodeAt(begin) !== QUOTE) return Math.max(begin, line.indexOf(',', begin));
  for (let at = line.indexOf('"', begin + 1); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line.charCodeAt(at + 1) !== QUOTE) return at + 1;
  }
  return line.length;
}
