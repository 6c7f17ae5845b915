// Looks at the first rows of a table: whether its columns name places, and how many of them are known.
import type { DatasetDescription, ReadRow } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { sentence } from '@graticule/geo/sentence';
import { arePlacesLoaded, PlaceFinder } from '../gazetteer/index.ts';
import type { Db } from '../platform/db/database.ts';
import { type AddressColumns, columnsOfPlaces } from './address-columns.rules.ts';
import { isTableOfText } from './open-datasets.ts';
import { placedByName } from './placed-by-name.ts';
import type { CheckedParameters } from './publish-parameters.ts';

/** Rows that are looked at. */
const SAMPLE = 200;
/** The part of them that must have a known place. */
const MOST = 0.6;

/**
 * The datasets as they are, with the columns that a person named; or the only table of a file that has no coordinates with its rows at their places,
 * where its columns are called like places and most of them are known; then with the rows that were looked at.
 */
export async function withProposedPlaces(
  db: Db,
  datasets: DescribedDataset[],
  { address, saysWhere }: Pick<CheckedParameters, 'address' | 'saysWhere'>,
): Promise<{ datasets: DescribedDataset[]; address?: AddressColumns; rows?: readonly ReadRow[] }> {
  if (address !== undefined) return { datasets, ...(datasets.some(isTableOfText) ? { address } : {}) };
  const [only, ...others] = datasets;
  if (only === undefined || others.length > 0 || saysWhere || !isTableOfText(only) || only.description.geometryType !== null)
    return { datasets };
  const columns = columnsOfPlaces(only.description.fields);
  if (columns === undefined || !(await arePlacesLoaded(db))) return { datasets };
  const placed = await placedAs(only, columns, db);
  const rows = await firstRows(placed);
  const known = rows.filter(({ placeless }) => placeless === undefined).length;
  // Rows that name no place speak neither for it nor against it.
  const blank = rows.filter(({ placeless }) => placeless?.code === 'place-blank').length;
  return known > 0 && known >= (rows.length - blank) * MOST ? { datasets: [placed], address: columns, rows } : { datasets };
}

/** The description with a word on how many of the first rows are not found; they are read where they were not looked at before. */
export async function withUnplaced(
  dataset: DescribedDataset,
  description: DatasetDescription,
  seen: readonly ReadRow[] | undefined,
): Promise<DatasetDescription> {
  const rows = seen ?? (await firstRows(dataset));
  const unknown = rows.filter(({ placeless }) => placeless !== undefined).length;
  if (unknown === 0) return description;
  return { ...description, warnings: [...description.warnings, sentence('names-unknown', { unknown, count: rows.length })] };
}

/** The table is not read again to be described. */
async function placedAs({ source, reader, description }: DescribedDataset, columns: AddressColumns, db: Db): Promise<DescribedDataset> {
  const placed = placedByName({ ...reader, describe: async () => description }, columns, new PlaceFinder(db));
  return { source, reader: placed, description: await placed.describe(source) };
}

async function firstRows({ source, reader, description }: DescribedDataset): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const batch of reader.features(source, { description, batchSize: SAMPLE })) {
    for (const row of batch) if (!('problem' in row)) rows.push(row);
    if (rows.length >= SAMPLE) break;
  }
  return rows.slice(0, SAMPLE);
}
