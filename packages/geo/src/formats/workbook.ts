// The parts of an Excel workbook: its sheets, the texts they share, and which cell styles mean dates.
import type { OpenArchive } from './archive.ts';
import { FormatError } from './format-reader.ts';
import { NOTES_MARK } from './sheet-writer.ts';
import { decoded, type XmlHandler, xmlRecords } from './xml-events.ts';

/** Texts that all cells share are kept in memory, up to so many characters. */
const MAX_SHARED = 50_000_000;
/** Bytes of each of the other parts, which are kept in memory: several times what the largest workbooks have. */
const MAX_PART = 32 * 1024 * 1024;
const MOST_SHEETS = 2_000;
/** Excel has no more. */
const MOST_STYLES = 65_536;
/** The format `[h]:mm:ss`, which workbooks do not describe. */
const ELAPSED = 46;

/** A sheet that people see, and that holds no notes of an export. */
export interface Sheet {
  name: string;
  /** Name of its entry in the archive. */
  entry: string;
}

/** A day with or without a time, a span of time that may be longer than a day, or the number itself. */
export type CellStyle = 'date' | 'duration' | 'number';

/** What is needed to read the cells of any sheet. */
export interface Workbook {
  sheets: Sheet[];
  /** Names of those that people have hidden; what programs hide for themselves is not among them. */
  hidden: string[];
  /** Day numbers count from 1904. */
  from1904: boolean;
  sharedTexts: string[];
  /** What a number is in a cell of each style. */
  styles: CellStyle[];
  /** Styles whose texts are texts whatever they look like: somebody wrote an apostrophe before them. */
  textStyles: ReadonlySet<number>;
}

/** A handler that calls `seen` for every element, with its attributes, and `ended` with its text. */
export class XmlElements<T = never> implements XmlHandler<T> {
  held = 0;
  protected words = '';
  protected done: T[] = [];
  private readonly seen: (name: string, attributes: Readonly<Record<string, string>>) => void;

  constructor(seen: (name: string, attributes: Readonly<Record<string, string>>) => void = () => undefined) {
    this.seen = seen;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.words = '';
    this.seen(name, attributes);
  }

  text(text: string): void {
    this.words += text;
  }

  close(_name: string): void {
    this.words = '';
  }

  take(): T[] {
    const { done } = this;
    this.done = [];
    return done;
  }
}

/** @throws FormatError when it is no workbook, or a damaged one */
export async function readWorkbook(archive: OpenArchive, file: string): Promise<Workbook> {
  if (!archive.names.includes('xl/workbook.xml')) throw new FormatError('workbook-not', { file });
  const targets = new Map<string, string>();
  // Where texts and styles stand, as programs name them otherwise, or in other letters.
  let [texts, looks] = ['xl/sharedStrings.xml', 'xl/styles.xml'];
  const found: { name: string; id: string; isSeen: boolean }[] = [];
  const notes = new Set<number>();
  const workbook: Workbook = { sheets: [], hidden: [], from1904: false, sharedTexts: [], styles: [], textStyles: new Set() };
  await run(archive, file, 'xl/_rels/workbook.xml.rels', (name, { Id = '', Target = '', Type = '' }) => {
    if (name !== 'Relationship') return;
    const target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    targets.set(Id, target);
    if (/\/sharedStrings$/.test(Type)) texts = target;
    if (/\/styles$/.test(Type)) looks = target;
  });
  await run(archive, file, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'sheet') {
      if (found.length >= MOST_SHEETS) throw tooLarge(file);
      const isSeen = (attributes.state ?? 'visible') === 'visible';
      if (attributes.state === 'hidden') workbook.hidden.push(attributes.name ?? '');
      found.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? relation(attributes), isSeen });
    }
    // What an export of a portal could not hold is no layer of it.
    if (name === 'definedName' && attributes.name === NOTES_MARK) notes.add(Number(attributes.localSheetId));
    if (name === 'workbookPr') workbook.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
  });
  workbook.sheets = found
    .filter(({ isSeen }, at) => isSeen && !notes.has(at))
    .map(({ name, id }) => ({ name, entry: targets.get(id) ?? '' }))
    .filter(({ entry }) => archive.names.includes(entry));
  if (archive.names.includes(looks)) Object.assign(workbook, await readStyles(archive, file, looks));
  if (archive.names.includes(texts)) await readShared(archive, { file, entry: texts }, workbook.sharedTexts);
  return workbook;
}

/** The prefix of the namespace is free. */
function relation(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
}

async function run(
  archive: OpenArchive,
  file: string,
  entry: string,
  seen: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (archive.sizeOf(entry) > MAX_PART) throw tooLarge(file);
  for await (const _ of xmlRecords(decoded(archive.stream(entry)), file, new XmlElements(seen)));
}

/** Thrown for a workbook that would take more memory than any that people work with. */
export function tooLarge(file: string): FormatError {
  return new FormatError('workbook-large', { file });
}

async function readStyles(archive: OpenArchive, file: string, entry: string): Promise<Pick<Workbook, 'styles' | 'textStyles'>> {
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  const textStyles = new Set<number>();
  let inCells = false;
  await run(archive, file, entry, (name, attributes) => {
    if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    if (name === 'cellXfs') inCells = true;
    else if (name === 'cellStyles' || name === 'dxfs' || name === 'cellStyleXfs') inCells = false;
    if (name === 'xf' && inCells) {
      if (styles.length >= MOST_STYLES) throw tooLarge(file);
      if (/^(1|true)$/.test(attributes.quotePrefix ?? '')) textStyles.add(styles.length);
      const id = Number(attributes.numFmtId ?? 0);
      styles.push(cellStyle(id, codes.get(id)));
    }
  });
  return { styles, textStyles };
}

/** How numbers in the format are shown. */
export function cellStyle(id: number, code: string | undefined): CellStyle {
  if (code === undefined) {
    if (id === ELAPSED) return 'duration';
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58) ? 'date' : 'number';
  }
  // Without literal text, colours and conditions; [h] counts hours, also beyond those of a day.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/\[[hms]+\]/i.test(bare)) return 'duration';
  return !/^general$/i.test(bare) && /[dmyhs]/i.test(bare) ? 'date' : 'number';
}

async function readShared(archive: OpenArchive, { file, entry }: { file: string; entry: string }, texts: string[]): Promise<void> {
  let size = 0;
  for await (const found of xmlRecords(decoded(archive.stream(entry)), file, new SharedTexts())) {
    for (const text of found) {
      size += text.length + 16;
      if (size > MAX_SHARED) throw new FormatError('workbook-texts', { file });
      texts.push(text);
    }
  }
}

/** Runs of formatted text are put together; reading aids for Asian scripts are left out. */
class SharedTexts extends XmlElements<string> {
  private item = '';
  private aids = 0;

  override open(name: string): void {
    this.words = '';
    if (name === 'si') this.item = '';
    if (name === 'rPh') this.aids++;
  }

  override close(name: string): void {
    if (name === 't' && this.aids === 0) this.item += this.words;
    if (name === 'rPh') this.aids--;
    if (name === 'si') this.done.push(unescapeCell(this.item));
    this.words = '';
  }
}

/** Workbooks write characters that XML cannot hold as _x000D_. */
export function unescapeCell(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => (code === '0000' ? '' : String.fromCharCode(Number.parseInt(code, 16))))
    : text;
}
