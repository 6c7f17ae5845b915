// Writes a layer as the sheet of an Excel workbook, in pieces. Texts stand in their cells as texts, so none is a formula.
import { readWkb } from '../convert/wkb.ts';
import { shapeToWkt } from './csv-writer.ts';
import { cut as shortened } from './field-names.ts';
import { FormatError } from './format-reader.ts';
import { isNumeric, numberText, textOf, type WrittenField, type WrittenLayer, xmlEscaped } from './format-writer.ts';
import { placeColumns } from './place-columns.ts';

/** What a sheet holds at most; the first row has the names of the columns. */
export const MAX_SHEET_ROWS = 1_048_576;
const MAX_TEXT = 32_767;
const DAY = 86_400_000;
/** Places of the formats of cells in the list of `workbookParts`. */
const MOMENT_STYLE = 1;
const DAY_STYLE = 2;
const TIME_STYLE = 3;
/** With an apostrophe before it, which is not shown: a text that stays one where it looks like a number or a day. */
const TEXT_STYLE = 4;
const EPOCH = Date.UTC(1899, 11, 30);
/** Before this day the calendar of workbooks is off by one. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** Hears of what is too long for a cell: texts are cut, geometries left out. */
type Cut = (what: 'text' | 'geometry') => void;

/** The defined name that tells the sheet of notes from those of layers; people do not see it, and programs keep it. */
export const NOTES_MARK = '_graticule_notes';

/** Texts in which numbers and days are looked for when they are read. */
const MAY_BE_OTHER = /\d/;

/** Stands in a row without any value: readers pass over rows without cells, and one feature would be lost. */
const EMPTY_TEXT = '<c r="@" t="inlineStr"><is><t></t></is></c>';

/** Signs that XML cannot hold, and ends of lines that it changes: workbooks write them as _x0001_. */
const UNWRITABLE = /(?![\t\n\u0080-\u009F])[\p{Cc}\uFFFE\uFFFF]/gu;
const escaped = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';

/**
 * The text of the sheet; `cut` hears of each text too long for a cell.
 * @throws FormatError when a sheet cannot hold so many rows
 */
export async function* writeSheet(layer: WrittenLayer, cut: Cut): AsyncGenerator<string> {
  const { kind, names: places } = placeColumns(layer);
  yield `${HEAD}<row r="1">${[...places, ...layer.fields.map((field) => field.name)].map((name, i) => textCell(`${columnName(i)}1`, name, cut)).join('')}</row>`;
  let number = 1;
  for await (const rows of layer.rows()) {
    if (number + rows.length > MAX_SHEET_ROWS) throw new FormatError('sheet-large');
    const lines = rows.map(({ wkb, values }) => {
      number++;
      const at = (column: number): string => `${columnName(column)}${number}`;
      const shape = wkb === null || places.length === 0 ? null : readWkb(wkb);
      const position = shape?.kind === 'point' ? shape.position : null;
      const place =
        shape === null
          ? ''
          : kind === 'points'
            ? `${numberCell(at(0), position?.[0])}${numberCell(at(1), position?.[1])}`
            : wktCell(at(0), shapeToWkt(shape), cut);
      const cells = place + layer.fields.map((field, i) => valueCell(at(places.length + i), values[i], field, cut)).join('');
      return `<row r="${number}">${cells === '' ? EMPTY_TEXT.replace('@', at(0)) : cells}</row>`;
    });
    yield lines.join('');
  }
  yield '</sheetData></worksheet>';
}

/** The text of a sheet with a sentence a row. */
export function notesSheet(sentences: readonly string[]): string {
  const rows = sentences.map((text, i) => `<row r="${i + 1}">${textCell(`A${i + 1}`, text, () => undefined)}</row>`);
  return `${HEAD.replace(/<sheetViews>.*<\/sheetViews>/, '')}${rows.join('')}</sheetData></worksheet>`;
}

/** Letters of a column by its number from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function numberCell(at: string, value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? '' : `<c r="${at}"><v>${numberText(value)}</v></c>`;
}

function textCell(at: string, text: string, cut: Cut, style = ''): string {
  if (text.length > MAX_TEXT) cut('text');
  const kept = shortened(text, MAX_TEXT);
  // What looks like an escape of a workbook is escaped itself.
  const plain = kept.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replace(UNWRITABLE, escaped);
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlEscaped(plain)}</t></is></c>`;
}

/** A geometry that does not fit is left out: half of it would be another one. */
function wktCell(at: string, text: string, cut: Cut): string {
  if (text.length <= MAX_TEXT) return textCell(at, text, cut);
  cut('geometry');
  return '';
}

function valueCell(at: string, value: unknown, field: WrittenField, cut: Cut): string {
  if (value === null || value === undefined) return '';
  if (isNumeric(field)) return numberCell(at, Number(value));
  if (field.type === 'esriFieldTypeDate' || field.type === 'esriFieldTypeDateOnly') {
    const ms = typeof value === 'string' ? Date.parse(`${value.slice(0, 10)}T00:00:00Z`) : Number(value);
    const style = field.type === 'esriFieldTypeDate' ? MOMENT_STYLE : DAY_STYLE;
    if (ms >= FIRST_DAY) return `<c r="${at}" s="${style}"><v>${(ms - EPOCH) / DAY}</v></c>`;
  }
  if (field.type === 'esriFieldTypeTimeOnly') {
    const ms = Date.parse(`1970-01-01T${String(value).slice(0, 12)}Z`);
    if (ms >= 0 && ms < DAY) return `<c r="${at}" s="${TIME_STYLE}"><v>${ms / DAY}</v></c>`;
  }
  const text = textOf(value, field);
  const isText = field.type === 'esriFieldTypeString' && MAY_BE_OTHER.test(text ?? '');
  return text === null ? '' : textCell(at, text, cut, isText ? ` s="${TEXT_STYLE}"` : '');
}

/** The parts of a workbook beside its sheets, by their names in the archive; its last sheet may be one of notes. */
export function workbookParts(sheetNames: readonly string[], { hasNotes = false } = {}): Map<string, string> {
  const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = sheetNames.map((name, i) => `<sheet name="${xmlEscaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const notes = sheetNames.length - 1;
  const marks = hasNotes
    ? `<definedNames><definedName name="${NOTES_MARK}" localSheetId="${notes}" hidden="1">'${xmlEscaped((sheetNames[notes] ?? '').replaceAll("'", "''"))}'!$A$1</definedName></definedNames>`
    : '';
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (list: readonly string[]): string =>
    xml(`<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`);
  const overrides = sheetNames.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type}.worksheet+xml"/>`);
  return new Map([
    [
      '[Content_Types].xml',
      xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${overrides.join('')}</Types>`,
      ),
    ],
    ['_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    ['xl/workbook.xml', xml(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets>${marks}</workbook>`)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheetNames.map((_, i) => relation(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`)),
        relation(sheetNames.length + 1, 'styles', 'styles.xml'),
      ]),
    ],
    [
      'xl/styles.xml',
      xml(
        `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
          '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts>' +
          '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
          '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
          '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
          '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
          '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
          '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>',
      ),
    ],
  ]);
}

/** Names that sheets may have: 31 characters, without some signs, each once. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem =
      name
        .replace(/[[\]:*?/\\]/g, '_')
        .replace(/^'|'$/g, '_')
        .slice(0, 31)
        .trim() || 'Sheet';
    let free = stem;
    for (let n = 1; taken.has(free.toLowerCase()); n++) free = `${stem.slice(0, 30 - String(n).length)}_${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
