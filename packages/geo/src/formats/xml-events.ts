// Reads XML piece by piece. Documents with a DOCTYPE are refused, so entities can neither grow nor reach other files.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type ByteSource, FormatError } from './format-reader.ts';
import { decoderFor, decodeText, detectEncoding, encodingNamed } from './text-encoding.ts';

/** Takes what the parser finds; names come without namespace prefix. */
export interface XmlHandler<T> {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** The text directly before an element opens or closes. */
  text(text: string): void;
  close(name: string): void;
  /** What was finished since the last call. */
  take(): T[];
  /** Characters kept for what is not finished yet. */
  readonly held: number;
}

/** One element's text, and one record: more than any real feature has. */
const MAX_HELD = 64 * 1024 * 1024;
const MAX_DEPTH = 200;

/** What the handler finished, piece by piece. `name` is what messages call the file. @throws FormatError */
export async function* xmlRecords<T>(text: AsyncIterable<string>, name: string, handler: XmlHandler<T>): AsyncGenerator<T[]> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let seen = 0;
  const failed = (error: Error): never => {
    if (error instanceof FormatError) throw error;
    throw new FormatError('xml-broken', { file: name, line: parser.line, detail: plain(error.message) }, { cause: error });
  };
  parser.on('error', failed);
  parser.on('doctype', () => {
    throw new FormatError('xml-doctype', { file: name });
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    seen = parser.position;
    if (++depth > MAX_DEPTH) throw new FormatError('xml-deep', { file: name });
    handler.open(localName(tag.name), tag.attributes as Readonly<Record<string, string>>);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    seen = parser.position;
    depth--;
    handler.close(localName(tag.name));
  });
  parser.on('text', (found) => handler.text(found));
  parser.on('cdata', (found) => handler.text(found));
  for await (const piece of text) {
    parser.write(piece);
    if (parser.position - seen > MAX_HELD || handler.held > MAX_HELD) throw new FormatError('xml-long', { file: name });
    const found = handler.take();
    if (found.length > 0) yield found;
  }
  parser.close();
  const last = handler.take();
  if (last.length > 0) yield last;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The parser's words without its position. */
function plain(message: string): string {
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
}

/** The text of an XML file in the encoding that it names. @throws FormatError */
export async function* xmlText(source: ByteSource, encoding?: string): AsyncGenerator<string> {
  if (source.size === 0) throw new FormatError('file-empty', { file: source.name });
  const start = new TextDecoder('latin1').decode(await source.read(0, 256));
  if (/^\s*<(!doctype\s+html|html)/i.test(start.replace(/^\u00EF\u00BB\u00BF/, '')))
    throw new FormatError('xml-web-page', { file: source.name });
  yield* decodeText(source, encoding ?? (await declaredEncoding(source, start)));
}

async function declaredEncoding(source: ByteSource, start: string): Promise<string> {
  const named = /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  if (named === undefined) return detectEncoding(source);
  const encoding = encodingNamed(named);
  if (encoding === null) throw new FormatError('xml-encoding', { file: source.name, encoding: named });
  return encoding;
}

/** The UTF-8 text of bytes that come in pieces. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = decoderFor('utf-8');
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const last = decoder.decode();
  if (last !== '') yield last;
}
