// Reads a table as points: each row lies where the place is that it names.
import { pointWkb } from '@graticule/geo/convert/point-wkb';
import type {
  DatasetDescription,
  DatasetSource,
  FormatReader,
  FormatRow,
  ReadOptions,
  ReadRow,
} from '@graticule/geo/formats/format-reader';
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { PlaceFinder, PlaceWords } from '../gazetteer/index.ts';
import { type AddressColumns, placesInRows } from './address-columns.rules.ts';

/** What the reader of the table says, and the places of the columns in its rows. */
interface Placed {
  own: DatasetDescription;
  at: ReturnType<typeof placesInRows>;
}

/** A reader whose rows are placed. */
interface PlacedReader extends FormatReader {
  /** The same rows as the table has them: no place is looked up. */
  unplaced: FormatReader['features'];
}

/** Letters of a name that are told. */
const TOLD = 100;

/**
 * The reader with its rows at the places that their columns name; those whose place is not known are kept without one, and say so. The table must
 * be read without coordinates. Rows do not come by column.
 */
export function placedByName(
  { batches: _, ...reader }: FormatReader,
  columns: AddressColumns,
  finder: Pick<PlaceFinder, 'find'>,
): PlacedReader {
  const known = new WeakMap<DatasetDescription, Placed>();
  const describe = async (source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> => {
    const own = await reader.describe(source, options);
    const at = placesInRows(columns, own.fields);
    const described: DatasetDescription = { ...own, geometryType: 'esriGeometryPoint', spatialReference: { wkid: WGS84 } };
    known.set(described, { own, at });
    return described;
  };
  const placedFrom = async (source: DatasetSource, options: ReadOptions): Promise<Placed> => {
    const placed = known.get(options.description ?? (await describe(source, options)));
    if (placed === undefined) throw new Error('The table was described by another reader.');
    return placed;
  };
  return {
    ...reader,
    describe,
    async *features(source, options = {}) {
      const { own, at } = await placedFrom(source, options);
      for await (const rows of reader.features(source, { ...options, description: own })) yield place(rows, at, finder);
    },
    async *unplaced(source, options = {}) {
      const { own } = await placedFrom(source, options);
      yield* reader.features(source, { ...options, description: own });
    },
  };
}

/** The rows of a dataset without looking up their places, where that is told by their names. */
export function rowsUnplaced(reader: FormatReader): FormatReader['features'] {
  const isPlaced = (one: FormatReader): one is PlacedReader => 'unplaced' in one;
  return isPlaced(reader) ? reader.unplaced : reader.features;
}

async function place(rows: readonly FormatRow[], at: Placed['at'], finder: Pick<PlaceFinder, 'find'>): Promise<FormatRow[]> {
  const read = rows.filter((row): row is ReadRow => !('problem' in row));
  const words = read.map((row) => wordsOf(row, at));
  const points = await finder.find(words);
  let i = 0;
  return rows.map((row): FormatRow => {
    if ('problem' in row) return row;
    const point = points[i];
    const said = words[i++] ?? {};
    return point ? { ...row, wkb: pointWkb(point[0], point[1]) } : { ...row, wkb: null, placeless: whyNot(said) };
  });
}

function wordsOf({ values }: ReadRow, at: Placed['at']): PlaceWords {
  const words: PlaceWords = {};
  for (const [part, column] of Object.entries(at) as [keyof PlaceWords, number][]) {
    const value = values[column];
    if (value !== null && value !== undefined) words[part] = String(value);
  }
  return words;
}

function whyNot({ line, name, region, country }: PlaceWords): Sentence {
  const said = [name || line, region, country].filter((text) => text !== undefined && text.trim() !== '').join(', ');
  return said === '' ? sentence('place-blank') : sentence('place-none', { name: said.length > TOLD ? `${said.slice(0, TOLD)}…` : said });
}
