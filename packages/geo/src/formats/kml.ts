// KML: placemarks with their data, folders as a column. Links to other files are never followed.
import { WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import type { FormedType } from './field-text.ts';
import { baseName, type DatasetSource, FormatError, type FormatReader, type ReadOptions } from './format-reader.ts';
import { KmlShapes } from './kml-shapes.ts';
import { KML_TYPES } from './kml-writer.ts';
import { PointValues } from './point-values.ts';
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
    when: 'time',
    begin: 'time_begin',
    end: 'time_end',
  }),
);
const GEOMETRIES = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'MultiGeometry', 'Track', 'MultiTrack']);
const UNHELD = new Set(['Model', 'GroundOverlay', 'PhotoOverlay', 'ScreenOverlay']);
const FORMED: ReadonlyMap<string, FormedType> = new Map(Object.entries(KML_TYPES).map(([type, word]) => [word, type as FormedType]));
const DATA = new Set(['Data', 'SimpleData', 'SimpleArrayData']);
/** Every placemark of a folder repeats its name. */
const LONGEST_FOLDER = 1_000;
/** What a name takes beside its characters. */
const NAME = 64;
const ROOTS = new Set(['kml', 'Document', 'Folder', 'Placemark']);

async function open(source: DatasetSource, options: ReadOptions): Promise<RecordTable> {
  const textColumns = new Set(['name', 'description', 'address', 'phone', 'folder']);
  const formedColumns = new Map<string, FormedType>();
  let handler: KmlRecords | null = null;
  return {
    name: baseName(source.main.name),
    reference: { wkid: WGS84 },
    columns: null,
    mayBeTable: true,
    textColumns,
    formedColumns,
    async *records() {
      handler = new KmlRecords(textColumns, formedColumns);
      yield* xmlRecords(xmlText(source.main, options.encoding), source.main.name, handler);
    },
    warnings: () => (handler === null ? [] : warningsOf(handler)),
  };
}

function warningsOf({ links, shapes, moments, left, short, heights, apart }: KmlRecords): Sentence[] {
  const columns = [...apart].join(', ').slice(0, 200);
  return [
    ...(apart.size > 0 ? [sentence('data-apart', { columns })] : []),
    ...(links > 0 ? [sentence('links-left', { count: links })] : []),
    ...(shapes > 0 ? [sentence('shapes-left', { count: shapes })] : []),
    ...(short > 0 ? [sentence('parts-short', { count: short })] : []),
    ...(heights > 0 ? [sentence('heights-between', { count: heights })] : []),
    ...(moments > 0 ? [sentence('track-times', { count: moments })] : []),
    ...left.warnings(),
  ];
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
  /** The fields of its schemas. */
  declared: Set<string>;
}

/** Data may stand there several times: what they say stands together, as in extensions of GPX. */
function beside(before: string | undefined, text: string): string {
  if (before === undefined || before === text) return text;
  return text.trim() === '' ? before : `${before}, ${text.trim()}`;
}

/** One placemark after another. */
class KmlRecords implements XmlHandler<SourceRecord> {
  /** Links to other files that were passed over. */
  links = 0;
  /** Models and pictures, which no layer holds. */
  shapes = 0;
  /** Moments of points of tracks that were passed over. */
  moments = 0;
  /** Columns for what is called like something else in its placemark. */
  readonly apart = new Set<string>();
  /** Their other values. */
  readonly left = new PointValues();
  /** Lines of a single point and holes without an inside, beside other parts that remain. */
  short = 0;
  /** Positions of lines and rings that got a height from others. */
  heights = 0;
  private readonly stack: string[] = [];
  /** The fields of schemas by their ids. */
  private readonly schemas = new Map<string, Set<string>>();
  private schema = new Set<string>();
  private readonly folders: string[] = [];
  /** The names of the folders that are open, put together once for all their placemarks. */
  private folder = '';
  /** Characters of the placemark that is open, and those of the schemas, which stay. */
  private ofPlace = 0;
  private ofSchemas = 0;
  private readonly textColumns: Set<string>;
  private readonly formedColumns: Map<string, FormedType>;
  private done: SourceRecord[] = [];
  private words = '';
  private place: Placemark | null = null;

  constructor(textColumns: Set<string>, formedColumns: Map<string, FormedType>) {
    this.textColumns = textColumns;
    this.formedColumns = formedColumns;
  }

  get held(): number {
    return this.ofPlace + this.ofSchemas;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.stack.length === 0 && !ROOTS.has(name)) {
      throw new FormatError('kml-not', { name: name.slice(0, 40) });
    }
    this.words = '';
    this.stack.push(name);
    if (name === 'Folder') this.folders.push('');
    if (name === 'NetworkLink') this.links++;
    if (UNHELD.has(name)) this.shapes++;
    if (name === 'Schema') {
      this.schema = new Set();
      if (attributes.id) this.schemas.set(attributes.id, this.schema);
      this.ofSchemas += NAME + (attributes.id?.length ?? 0);
    }
    if (name === 'SimpleField' && attributes.name) this.field(attributes.name, attributes.type ?? '');
    if (name === 'Placemark') {
      this.place = { own: new Map(), data: new Map(), shapes: new KmlShapes(), open: null, isExact: false, declared: new Set() };
      if (this.folder !== '') this.place.own.set('folder', this.folder);
    } else if (this.place) {
      if (DATA.has(name)) {
        this.place.open = attributes.name?.trim() || null;
        this.ofPlace += NAME + (attributes.name?.length ?? 0);
      }
      this.place.isExact = attributes['xml:space'] === 'preserve';
      if (name === 'SchemaData') {
        const id = attributes.schemaUrl?.replace(/^.*#/, '') ?? '';
        for (const field of this.schemas.get(id) ?? []) this.place.declared.add(field);
      }
      this.place.shapes.open(name);
    }
  }

  private field(name: string, type: string): void {
    this.schema.add(name.trim());
    this.ofSchemas += NAME + name.length;
    // The file itself says that these are texts, whatever they look like.
    if (/string/i.test(type)) this.textColumns.add(name);
    const formed = FORMED.get(type);
    if (formed !== undefined) this.formedColumns.set(name, formed);
  }

  text(text: string): void {
    this.words += text;
    if (this.place) this.ofPlace += text.length;
  }

  close(name: string): void {
    const words = this.words.trim();
    // Values of data keep their spaces; those that were broken over lines stand apart for the eye, if the file does not say otherwise.
    const isApart = words === '' || this.words.includes('\n');
    const value = isApart && this.place?.isExact !== true ? words : this.words;
    this.words = '';
    const parent = this.stack[this.stack.length - 2];
    if (this.place) this.closeInPlace(name, parent, { words, value });
    else if (name === 'name' && parent === 'Folder') this.named(words);
    else if (name === 'Folder') {
      this.folders.pop();
      this.named(this.folders[this.folders.length - 1] ?? '');
    }
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
      if (shape !== null && !('code' in shape)) this.short += place.shapes.short;
      this.heights += place.shapes.heights;
      this.done.push({ shape, values: this.valuesOf(place) });
      this.place = null;
      this.ofPlace = 0;
    } else if ((name === 'value' && parent === 'Data') || name === 'SimpleData') {
      if (place.open !== null) keep(place.data, place.open, beside(place.data.get(place.open), value));
    } else if ((name === 'value' && parent === 'SimpleArrayData') || (name === 'angles' && parent === 'Track')) {
      if (words !== '') this.left.add(name === 'value' ? (place.open ?? name) : name);
    } else if (parent === 'ExtendedData' && !DATA.has(name) && !place.own.has(name) && !place.data.has(name)) {
      // Data of another program's own elements.
      keep(place.data, name);
      this.ofPlace += NAME + name.length;
    } else if (column !== undefined && (parent === 'Placemark' || parent === 'TimeStamp' || parent === 'TimeSpan')) {
      keep(place.own, column);
    } else if (name === 'when' && parent === 'Track') {
      if (place.own.has('time_end')) this.moments++;
      keep(place.own, place.own.has('time_begin') ? 'time_end' : 'time_begin');
    } else {
      place.shapes.close(name, words, (wanted) => this.isInside(wanted));
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
      this.apart.add(free);
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
