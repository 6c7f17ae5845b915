// GPX: waypoints, routes and tracks, each a dataset of its own.
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { hasHeight, withHeights } from './even-heights.ts';
import { baseName, type DatasetSource, FormatError, type FormatReader, type ReadOptions } from './format-reader.ts';
import { PointValues } from './point-values.ts';
import { type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { someOf } from './some-of.ts';
import { type XmlHandler, xmlRecords, xmlText } from './xml-events.ts';

const KINDS = { wpt: 'waypoints', rte: 'routes', trk: 'tracks' } as const;
type Kind = keyof typeof KINDS;
const TEXTS = new Set(['name', 'cmt', 'desc', 'src', 'sym', 'type']);
const POINTS = new Set(['wpt', 'rtept', 'trkpt']);
/** Names that are columns already, beside those of extensions. */
const OWN = new Set([
  ...TEXTS,
  ...['ele', 'time', 'time_start', 'time_end', 'magvar', 'geoidheight', 'link', 'link_text', 'link_type', 'url', 'urlname', 'number'],
  ...['fix', 'sat', 'hdop', 'vdop', 'pdop', 'ageofdgpsdata', 'dgpsid'],
]);

/** Attributes that are places, or no values of the file's. */
const isPlain = (attribute: string): boolean => !/^(lat|lon|xmlns|xmlns:.*|xsi:.*)$/.test(attribute);
/** What every program writes of a file. */
const COMMON = new Set(['name', 'time', 'bounds']);

/** Reads `.gpx`; `parts` are those of waypoints, routes and tracks that the file has. */
export const gpxReader: FormatReader = recordReader({ format: 'gpx', extensions: ['gpx'], parts, open });

async function parts(source: DatasetSource): Promise<string[]> {
  const found = new Set<Kind>();
  for await (const kinds of xmlRecords(xmlText(source.main), source.main.name, new GpxKinds())) for (const kind of kinds) found.add(kind);
  return (Object.keys(KINDS) as Kind[]).filter((kind) => found.has(kind)).map((kind) => KINDS[kind]);
}

async function open(source: DatasetSource, options: ReadOptions): Promise<RecordTable> {
  const wanted = source.part ?? (await parts(source))[0] ?? 'waypoints';
  const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one] === wanted);
  if (kind === undefined) {
    throw new FormatError('part-missing', { file: source.main.name, wanted, names: Object.values(KINDS).join(', ') });
  }
  const base = baseName(source.main.name);
  let handler: GpxRecords | null = null;
  return {
    name: source.part === undefined ? base : `${base} ${wanted}`,
    reference: { wkid: WGS84 },
    columns: null,
    mayBeTable: false,
    textColumns: TEXTS,
    records: () => {
      handler = new GpxRecords(kind);
      return xmlRecords(xmlText(source.main, options.encoding), source.main.name, handler);
    },
    warnings: () => (handler === null ? [] : warningsOf(handler)),
  };
}

function warningsOf({ moments, notes, left, short, heights, ofFile, isFirst }: GpxRecords): Sentence[] {
  const names = someOf([...ofFile]);
  return [
    // It concerns the whole file, so it is said once.
    ...(ofFile.size > 0 && isFirst ? [sentence('file-words', { names })] : []),
    ...(short > 0 ? [sentence('parts-short', { count: short })] : []),
    ...(heights > 0 ? [sentence('heights-between', { count: heights })] : []),
    ...(moments > 0 ? [sentence('track-times', { count: moments })] : []),
    ...(notes > 0 ? [sentence('route-points', { count: notes })] : []),
    ...left.warnings(),
  ];
}

/** The root of the file tells whether it is GPX at all. */
abstract class GpxHandler<T> implements XmlHandler<T> {
  held = 0;
  protected readonly stack: string[] = [];
  protected done: T[] = [];

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.stack.length === 0 && name !== 'gpx') throw new FormatError('gpx-not', { name: name.slice(0, 40) });
    this.stack.push(name);
    this.opened(name, attributes);
  }

  close(name: string): void {
    this.closed(name);
    this.stack.pop();
  }

  take(): T[] {
    const { done } = this;
    this.done = [];
    return done;
  }

  abstract text(text: string): void;
  protected abstract opened(name: string, attributes: Readonly<Record<string, string>>): void;
  protected abstract closed(name: string): void;
}

class GpxKinds extends GpxHandler<Kind> {
  text(): void {}
  protected opened(name: string): void {
    if (this.stack.length === 2 && Object.hasOwn(KINDS, name)) this.done.push(name as Kind);
  }
  protected closed(): void {}
}

/** One feature of the wanted kind after another. */
class GpxRecords extends GpxHandler<SourceRecord> {
  /** Moments of points of tracks, and points with words of their own, that were passed over. */
  moments = 0;
  notes = 0;
  /** Their other values. */
  readonly left = new PointValues();
  /** Segments of a single point, beside others that make a line. */
  short = 0;
  /** Points of lines that got a height from their neighbours. */
  heights = 0;
  /** Words of the file itself. */
  readonly ofFile = new Set<string>();
  private readonly found = new Set<string>();
  private hasNote = false;
  private readonly kind: Kind;
  private words = '';
  /** Nothing stands within the element that was opened last. */
  private isLeaf = false;
  private values = new Map<string, string>();
  private paths: Position[][] = [];
  private point: { position: Position | Sentence; time: string | null } | null = null;
  private problem: Sentence | null = null;

  constructor(kind: Kind) {
    super();
    this.kind = kind;
  }

  /** Whether these features are the first part of the file. */
  get isFirst(): boolean {
    return Object.keys(KINDS).find((kind) => this.found.has(kind)) === this.kind;
  }

  text(text: string): void {
    if (this.stack[1] !== this.kind) {
      // Elsewhere only whether there is a text is asked, not which.
      if (this.words === '' && !Object.hasOwn(KINDS, this.stack[1] ?? '')) this.words = text.trim().slice(0, 1);
      return;
    }
    this.words += text;
    this.held += text.length;
  }

  protected opened(name: string, attributes: Readonly<Record<string, string>>): void {
    this.words = '';
    this.isLeaf = true;
    if (this.stack.length === 2) this.found.add(name);
    if (this.stack[1] !== this.kind) {
      if (attributes.href || attributes.author) this.saidOfFile();
      return;
    }
    if (this.stack.length === 2) {
      this.values = new Map();
      this.paths = this.kind === 'trk' ? [] : [[]];
      this.problem = null;
    }
    if (name === 'trkseg') this.paths.push([]);
    if (POINTS.has(name)) {
      this.point = { position: placeOf(attributes), time: null };
      this.held += 32;
    }
    if (name === 'link') this.opensLink(attributes.href?.trim() ?? '');
    else this.attributesOf(name, attributes);
  }

  private opensLink(href: string): void {
    if (href === '') return;
    this.held += href.length;
    if (this.stack.length === 3) this.keep('link', href);
    else if (this.isInLine) this.left.add('link');
    else this.keep('extensions_link', href);
  }

  /** Attributes are values as elements are; those of the feature itself are called like themselves. */
  private attributesOf(element: string, attributes: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(attributes)) {
      const words = value.trim();
      if (words === '' || !isPlain(key)) continue;
      const attribute = key.slice(key.indexOf(':') + 1);
      const name = this.stack.length === 2 ? attribute : `${element}_${attribute}`;
      if (this.isInLine) this.left.add(name);
      else {
        this.held += name.length + 64 + words.length;
        this.keep(OWN.has(name) ? `extensions_${name}` : name, words);
      }
    }
    // Places of their own, as of the way between the points of a route.
    if (this.isInLine && !POINTS.has(element) && attributes.lat !== undefined) this.left.add(element);
  }

  private saidOfFile(): void {
    const [, top = '', inMetadata] = this.stack;
    const name = top === 'metadata' ? inMetadata : top;
    if (name !== undefined && !Object.hasOwn(KINDS, name) && !COMMON.has(name) && this.ofFile.size < 1000)
      this.ofFile.add(name.slice(0, 40));
  }

  protected closed(name: string): void {
    const { isLeaf } = this;
    this.isLeaf = false;
    if (this.stack[1] !== this.kind) {
      if (this.words !== '') this.saidOfFile();
      this.words = '';
      return;
    }
    const words = this.words.trim();
    this.words = '';
    if (words !== '') {
      if (this.isOfPoint) this.closedInPoint(name, words);
      else if (isLeaf && this.isInLine && !this.stack.includes('link')) this.left.add(name);
      if (!this.isInLine) this.closedInFeature(name, words, isLeaf);
    }
    if (this.point && POINTS.has(name)) this.addPoint();
    if (this.stack.length === 2) this.finish();
  }

  /** Whether this is of the points of a line, not of the line itself. */
  private get isInLine(): boolean {
    return this.stack[2] === 'rtept' || this.stack[2] === 'trkseg';
  }

  /** Whether the element stands directly in a point. */
  private get isOfPoint(): boolean {
    return this.point !== null && POINTS.has(this.stack[this.stack.length - 2] ?? '');
  }

  private closedInPoint(name: string, words: string): void {
    const { point, kind } = this;
    if (point === null) return;
    if (name === 'ele') {
      if (Array.isArray(point.position) && Number.isFinite(Number(words))) point.position[2] = Number(words);
    } else if (kind === 'trk' && name === 'time') point.time = words;
    else if (kind !== 'wpt' && TEXTS.has(name)) this.hasNote = true;
    else if (kind !== 'wpt') this.left.add(name);
  }

  private closedInFeature(name: string, words: string, isLeaf: boolean): void {
    // Each name is a column.
    this.held += name.length + 64;
    if (this.stack[2] === 'link') {
      if (name === 'text' || name === 'type') this.keep(`link_${name}`, words);
    } else if (this.stack.length > 3) {
      if (isLeaf) this.keep(OWN.has(name) ? `extensions_${name}` : name, words);
    } else if (name !== 'extensions') this.keep(name, words);
  }

  /** Keeps a value that may stand there several times. */
  private keep(name: string, words: string): void {
    const before = this.values.get(name);
    this.values.set(name, before === undefined ? words : `${before}, ${words}`);
  }

  private addPoint(): void {
    if (this.point === null) return;
    const { position, time } = this.point;
    this.point = null;
    if (this.hasNote) this.notes++;
    this.hasNote = false;
    if (!Array.isArray(position)) {
      this.problem ??= position;
      return;
    }
    if (this.kind === 'trk' && time) {
      if (this.values.get('time_end') !== this.values.get('time_start')) this.moments++;
      if (!this.values.has('time_start')) this.values.set('time_start', time);
      this.values.set('time_end', time);
    }
    this.paths[this.paths.length - 1]?.push(position);
  }

  private finish(): void {
    this.held = 0;
    this.done.push({ shape: this.problem ?? this.shape(), values: this.values });
  }

  private shape(): Shape | Sentence | null {
    const [only] = this.paths.flat();
    if (only === undefined) return null;
    if (this.kind === 'wpt') return { kind: 'point', hasZ: hasHeight(only), hasM: false, position: only };
    const paths = this.paths.filter((path) => path.length > 1);
    if (paths.length === 0) return sentence('line-single');
    this.short += this.paths.filter((path) => path.length === 1).length;
    if (!paths.some((path) => path.some(hasHeight))) return { kind: 'polyline', hasZ: false, hasM: false, paths };
    const { groups, missing } = withHeights([paths], false);
    this.heights += missing;
    return { kind: 'polyline', hasZ: true, hasM: false, paths: groups.flat() };
  }
}

function placeOf({ lat = '', lon = '' }: Readonly<Record<string, string>>): Position | Sentence {
  const [x, y] = [lon.trim() === '' ? Number.NaN : Number(lon), lat.trim() === '' ? Number.NaN : Number(lat)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return sentence('place-not', { text: `${lat.slice(0, 20)}, ${lon.slice(0, 20)}` });
  if (Math.abs(y) > 90 || Math.abs(x) > 180) return sentence('off-globe', { place: `${y}, ${x}` });
  return [x, y];
}
