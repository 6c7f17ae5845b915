// KML: placemarks with their data, folders as a column. Links to other files are never followed.
import { type FileShape, shapesOf } from '../convert/collections.ts';
import { WGS84 } from '../project/spatial-reference.ts';
import type { Sentence } from '../sentence.ts';
import type { FormedType } from './field-text.ts';
import { baseName, type DatasetSource, FormatError, type FormatReader, type ReadOptions } from './format-reader.ts';
import { KmlLeft } from './kml-left.ts';
import { KmlShapes } from './kml-shapes.ts';
import { KML_TYPES } from './kml-writer.ts';
import { type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { type XmlHandler, xmlRecords, xmlText } from './xml-events.ts';

/** Reads `.kml`; a `.kmz` is an archive that holds one. */
export const kmlReader: FormatReader = recordReader({ format: 'kml', extensions: ['kml'], open });

/** Elements of a placemark that become columns, by the name of the column. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    name: 'name',
    description: 'description',
    address: 'address',
    phoneNumber: 'phone',
    Snippet: 'snippet',
    snippet: 'snippet',
    styleUrl: 'style',
    when: 'time',
    begin: 'time_begin',
    end: 'time_end',
  }),
);
const GEOMETRIES = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'MultiGeometry', 'Track', 'MultiTrack']);
/** Texts whatever they look like. */
const TEXTS = ['name', 'description', 'address', 'phone', 'folder', 'snippet', 'style', 'link', 'author', 'placemark_id'];
const FORMED: ReadonlyMap<string, FormedType> = new Map(Object.entries(KML_TYPES).map(([type, word]) => [word, type as FormedType]));
const DATA = new Set(['Data', 'SimpleData', 'SimpleArrayData']);
/** Every placemark of a folder repeats its name. */
const LONGEST_FOLDER = 1_000;
const LONGEST_TITLE = 250;
/** What a name takes beside its characters. */
const NAME = 64;
const ROOTS = new Set(['kml', 'Document', 'Folder', 'Placemark']);
/** What no schema may call its placemarks. */
const ELEMENTS = new Set([...ROOTS, ...DATA, ...GEOMETRIES, 'Schema', 'SimpleField', 'ExtendedData', 'SchemaData', 'value', 'coordinates']);

async function open(source: DatasetSource, options: ReadOptions): Promise<RecordTable> {
  const textColumns = new Set(TEXTS);
  const formedColumns = new Map<string, FormedType>();
  const titles = new Map<string, string>();
  let handler: KmlRecords | null = null;
  return {
    name: baseName(source.main.name),
    reference: { wkid: WGS84 },
    columns: null,
    mayBeTable: true,
    textColumns,
    formedColumns,
    titles,
    async *records() {
      handler = new KmlRecords(textColumns, formedColumns, titles);
      yield* xmlRecords(xmlText(source.main, options.encoding), source.main.name, handler);
    },
    warnings: () => handler?.left.warnings() ?? [],
  };
}

/** A placemark that is being read. */
interface Placemark {
  /** What its elements and folders say, by the name of the column. */
  own: Map<string, string>;
  data: Map<string, string>;
  shapes: KmlShapes;
  /** The name of the data that is open. */
  open: string | null;
  /** Whether the element that is open keeps the spaces around its text. */
  isExact: boolean;
  isAboveGround: boolean;
  /** The fields of its schemas. */
  declared: Set<string>;
}

const isHigh = (shape: FileShape | Sentence | null): boolean =>
  shape !== null && !('code' in shape) && shapesOf(shape).some(({ hasZ }) => hasZ);

/** Data may stand there several times: what they say stands together, as in extensions of GPX. */
function beside(before: string | undefined, text: string): string {
  if (before === undefined || before === text) return text;
  return text.trim() === '' ? before : `${before}, ${text.trim()}`;
}

/** One placemark after another. */
class KmlRecords implements XmlHandler<SourceRecord> {
  readonly left = new KmlLeft();
  private readonly stack: string[] = [];
  /** The fields of schemas by their ids. */
  private readonly schemas = new Map<string, Set<string>>();
  private schema = new Set<string>();
  /** Elements that are placemarks by another name, as files of before 2008 declare them, with their fields. */
  private readonly placemarks = new Map<string, Set<string>>();
  /** How deep the element lies that is passed over with all that is in it; 0 for none. */
  private passing = 0;
  private readonly folders: string[] = [];
  /** The names of the folders that are open, put together once for all their placemarks. */
  private folder = '';
  /** Characters of the placemark that is open, and those of the schemas, which stay. */
  private ofPlace = 0;
  private ofSchemas = 0;
  private readonly textColumns: Set<string>;
  private readonly formedColumns: Map<string, FormedType>;
  private readonly titles: Map<string, string>;
  /** The field of a schema that is open. */
  private openField = '';
  private done: SourceRecord[] = [];
  private words = '';
  private place: Placemark | null = null;

  constructor(textColumns: Set<string>, formedColumns: Map<string, FormedType>, titles: Map<string, string>) {
    this.titles = titles;
    this.textColumns = textColumns;
    this.formedColumns = formedColumns;
  }

  get held(): number {
    return this.ofPlace + this.ofSchemas;
  }

  open(given: string, attributes: Readonly<Record<string, string>>): void {
    if (this.stack.length === 0 && !ROOTS.has(given)) {
      throw new FormatError('kml-not', { name: given.slice(0, 40) });
    }
    const fields = this.placemarks.get(given);
    const name = fields === undefined ? given : 'Placemark';
    this.words = '';
    this.stack.push(name);
    if (this.passing > 0) return;
    if (this.left.passes(name)) this.passing = this.stack.length;
    else if (name === 'Folder') this.folders.push('');
    else if (name === 'Schema') this.opensSchema(attributes);
    else if (name === 'SimpleField' && attributes.name) this.field(attributes.name, attributes.type ?? '');
    else if (name === 'Placemark') this.opensPlace(attributes, fields);
    else if (this.place) this.opensInPlace(this.place, name, attributes);
    else if (name === 'link' && attributes.href) this.left.ofFolder(name);
  }

  private opensSchema({ id, name, parent }: Readonly<Record<string, string>>): void {
    this.schema = new Set();
    if (id) this.schemas.set(id, this.schema);
    if (name && parent === 'Placemark' && !ELEMENTS.has(name)) this.placemarks.set(name, this.schema);
    this.ofSchemas += NAME + (id?.length ?? 0) + (name?.length ?? 0);
  }

  private opensPlace({ id }: Readonly<Record<string, string>>, fields: Set<string> = new Set()): void {
    this.place = {
      own: new Map(),
      data: new Map(),
      shapes: new KmlShapes(),
      open: null,
      isExact: false,
      isAboveGround: false,
      declared: new Set(fields),
    };
    if (id?.trim()) this.place.own.set('placemark_id', id.trim());
    if (this.folder !== '') this.place.own.set('folder', this.folder);
    this.ofPlace += id?.length ?? 0;
  }

  private opensInPlace(place: Placemark, name: string, attributes: Readonly<Record<string, string>>): void {
    if (DATA.has(name)) {
      place.open = attributes.name?.trim() || null;
      this.ofPlace += NAME + (attributes.name?.length ?? 0);
    }
    place.isExact = attributes['xml:space'] === 'preserve';
    if (name === 'SchemaData') {
      const id = attributes.schemaUrl?.replace(/^.*#/, '') ?? '';
      for (const field of this.schemas.get(id) ?? []) place.declared.add(field);
    }
    const href = name === 'link' && this.stack[this.stack.length - 2] === 'Placemark' ? attributes.href?.trim() : undefined;
    if (href) {
      place.own.set('link', beside(place.own.get('link'), href));
      this.ofPlace += href.length;
    }
    place.shapes.open(name);
  }

  /** What people call a column; markup in it says how it looks. */
  private titled(name: string, words: string): void {
    const title = words
      .replace(/<[^>]*>/g, '')
      .trim()
      .slice(0, LONGEST_TITLE);
    if (name === '' || title === '' || this.titles.has(name)) return;
    this.titles.set(name, title);
    this.ofSchemas += NAME + name.length + title.length;
  }

  private field(name: string, type: string): void {
    this.openField = name.trim();
    this.schema.add(name.trim());
    this.ofSchemas += NAME + name.length;
    // The file itself says that these are texts, whatever they look like.
    if (/string/i.test(type)) this.textColumns.add(name);
    const formed = FORMED.get(type);
    if (formed !== undefined) this.formedColumns.set(name, formed);
  }

  text(text: string): void {
    if (this.passing > 0) return;
    this.words += text;
    if (this.place) this.ofPlace += text.length;
  }

  close(): void {
    if (this.passing > 0) {
      if (this.passing === this.stack.length) this.passing = 0;
      this.stack.pop();
      return;
    }
    const name = this.stack[this.stack.length - 1] ?? '';
    const words = this.words.trim();
    // Values of data keep their spaces; those that were broken over lines stand apart for the eye, if the file does not say otherwise.
    const isApart = words === '' || this.words.includes('\n');
    const value = isApart && this.place?.isExact !== true ? words : this.words;
    this.words = '';
    const parent = this.stack[this.stack.length - 2];
    if (this.place) this.closeInPlace(name, parent, { words, value });
    else if (name === 'displayName' && parent === 'SimpleField') this.titled(this.openField, words);
    else if (name === 'name' && parent === 'Folder') this.named(words);
    else if (name === 'Folder') {
      this.folders.pop();
      this.named(this.folders[this.folders.length - 1] ?? '');
    } else if (words !== '') this.left.ofFolder(parent === 'author' ? parent : name);
    this.stack.pop();
  }

  /** The innermost folder is called so. */
  private named(words: string): void {
    // A copy, which does not hold the whole of a long text.
    const name = words.length > LONGEST_FOLDER ? [...words.slice(0, LONGEST_FOLDER)].join('') : words;
    if (this.folders.length > 0) this.folders[this.folders.length - 1] = name;
    this.folder = this.folders
      .filter((one) => one !== '')
      .join(' / ')
      .slice(0, LONGEST_FOLDER);
  }

  private closeInPlace(name: string, parent: string | undefined, { words, value }: { words: string; value: string }): void {
    const { place } = this;
    if (place === null) return;
    const keep = (values: Map<string, string>, title: string, text = words): void => {
      if (text !== '' && !title.includes('\0')) values.set(title, text);
    };
    const column = COLUMNS.get(name);
    if (name === 'Placemark') {
      const shape = place.shapes.finish();
      if (shape !== null && !('code' in shape)) this.left.short += place.shapes.short;
      this.left.heights += place.shapes.heights;
      if (place.isAboveGround && isHigh(shape)) this.left.aboveGround++;
      this.done.push({ shape, values: this.valuesOf(place) });
      this.place = null;
      this.ofPlace = 0;
    } else if ((name === 'value' && parent === 'Data') || name === 'SimpleData') {
      if (place.open !== null) keep(place.data, place.open, beside(place.data.get(place.open), value));
      else if (words !== '') this.left.element(name);
    } else if (name === 'displayName' && parent === 'Data') {
      // Columns of elements are called like these.
      if (place.open !== null && !TEXTS.includes(place.open)) this.titled(place.open, words);
    } else if ((name === 'value' && parent === 'SimpleArrayData') || (name === 'angles' && parent === 'Track')) {
      if (words !== '') this.left.ofPoints.add(name === 'value' ? (place.open ?? name) : name);
    } else if (parent === 'ExtendedData' && !DATA.has(name)) {
      // Data of another program's own elements.
      keep(place.data, name, beside(place.data.get(name), words));
      this.ofPlace += NAME + name.length;
    } else if (column !== undefined && (parent === 'Placemark' || parent === 'TimeStamp' || parent === 'TimeSpan')) {
      keep(place.own, column, beside(place.own.get(column), name === 'styleUrl' ? words.replace(/^#/, '') : words));
    } else if (name === 'name' && parent === 'author') {
      keep(place.own, 'author', beside(place.own.get('author'), words));
    } else if (name === 'when' && parent === 'Track') {
      if (place.own.has('time_end')) this.left.moments++;
      keep(place.own, place.own.has('time_begin') ? 'time_end' : 'time_begin');
    } else if (parent === 'Placemark' && place.declared.has(name)) {
      keep(place.data, name, value);
    } else {
      place.shapes.close(name, words, (wanted) => this.isInside(wanted));
      this.left.looks(name, words);
      if (name === 'altitudeMode' && words.startsWith('relativeTo')) place.isAboveGround = true;
      if (words !== '') this.left.element(name);
    }
  }

  /**
   * The values by column. Data called like an element of the placemark, or like `folder`, stand apart; so does the element where the schema
   * has a field of that name, unless it only repeats one of the data, as names for the map do.
   */
  private valuesOf({ own, data, declared }: Placemark): Map<string, string> {
    const values = new Map(own);
    const takeApart = (title: string, value: string): string => {
      let free = `${title}_1`;
      for (let n = 2; own.has(free) || data.has(free) || declared.has(free); n++) free = `${title}_${n}`;
      values.set(free, value);
      this.left.apart.add(free);
      return free;
    };
    const texts = new Set([...data.values()].map((text) => text.trim()));
    for (const [title, text] of own) {
      if (!declared.has(title)) continue;
      values.delete(title);
      if (texts.has(text)) continue;
      const free = takeApart(title, text);
      if (this.textColumns.has(title)) this.textColumns.add(free);
    }
    for (const [title, text] of data) {
      if (!values.has(title) || values.get(title) === text.trim()) values.set(title, text);
      else takeApart(title, text);
    }
    return values;
  }

  /** Whether an element of the name is around the one that ends, within its own geometry. */
  private isInside(wanted: string): boolean {
    for (let i = this.stack.length - 2; i >= 0; i--) {
      const name = this.stack[i] ?? '';
      if (name === wanted) return true;
      if (GEOMETRIES.has(name) && name !== 'LinearRing') return false;
    }
    return false;
  }

  take(): SourceRecord[] {
    const { done } = this;
    this.done = [];
    return done;
  }
}
