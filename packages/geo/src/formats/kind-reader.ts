// Parts a dataset that mixes kinds of geometry: one layer holds one kind.
import type { DatasetDescription, DatasetSource, FormatReader, KindCount, ReadOptions } from './format-reader.ts';
import type { FeatureGeometryType, WantedKind } from './geometry-family.ts';

/** A dataset that was looked at, and how its rows are read. */
export interface DescribedDataset {
  source: DatasetSource;
  /** Knows the description, so that nothing is looked at twice. */
  reader: FormatReader;
  description: DatasetDescription;
}

/** Words in the names of layers that hold one kind of a file. */
const WORDS: Readonly<Record<FeatureGeometryType, string>> = {
  esriGeometryPoint: 'points',
  esriGeometryMultipoint: 'multipoints',
  esriGeometryPolyline: 'lines',
  esriGeometryPolygon: 'polygons',
};

/** What the dataset is called whose part of one kind has the name; the name itself where it is no such name. */
export function nameWithoutKind(name: string): string {
  return name.replace(/ (?:points|multipoints|lines|polygons)$/, '');
}

/** The dataset itself, or as many as it has kinds of geometry, the most common one first. @throws FormatError */
export async function describedByKind(source: DatasetSource, reader: FormatReader, options: ReadOptions): Promise<DescribedDataset[]> {
  const whole = await reader.describe(source, options);
  const { kinds } = whole;
  if (kinds === undefined) return [{ source, reader, description: whole }];
  const besidePoints = kinds.some(({ type }) => type === 'esriGeometryPoint');
  return kinds.map((kind, i) =>
    ofKind({ source, reader, description: whole }, kind, { layer: i === 0 ? 'first' : 'further', besidePoints }),
  );
}

/** The rows of one kind, those of the others told of as such. The most common kind where the file has none of the type. */
export async function describedForLayer(
  source: DatasetSource,
  reader: FormatReader,
  options: ReadOptions & { layerType: FeatureGeometryType | null },
): Promise<DescribedDataset> {
  const whole = await reader.describe(source, options);
  const kinds = whole.kinds ?? [];
  const kind = kinds.find(({ type }) => type === options.layerType) ?? pointsForSets(kinds, options.layerType) ?? kinds[0];
  return kind === undefined
    ? { source, reader, description: whole }
    : ofKind({ source, reader, description: whole }, kind, { layer: 'only' });
}

/** A layer of sets of points takes points too. */
function pointsForSets(kinds: readonly KindCount[], layerType: FeatureGeometryType | null): KindCount | undefined {
  const points = layerType === 'esriGeometryMultipoint' ? kinds.find(({ type }) => type === 'esriGeometryPoint') : undefined;
  return points && { ...points, type: 'esriGeometryMultipoint' };
}

function ofKind(
  { source, reader, description: whole }: DescribedDataset,
  count: KindCount,
  wanted: Omit<WantedKind, 'type'>,
): DescribedDataset {
  const { type, rowCount, hasZ, hasM, extent } = count;
  const { layer, besidePoints } = wanted;
  const { kinds: _, title, ...rest } = whole;
  const word = WORDS[type];
  const description: DatasetDescription = {
    ...rest,
    name: `${whole.name} ${word}`,
    ...(title === undefined ? {} : { title: `${title} ${word}` }),
    kindWord: word,
    geometryType: type,
    hasZ,
    hasM,
    extent,
    rowCount: layer === 'only' ? whole.rowCount : rowCount,
  };
  const kind: WantedKind = { type, layer, ...(besidePoints && type === 'esriGeometryMultipoint' ? { besidePoints } : {}) };
  const reading = (options: ReadOptions): ReadOptions => ({ ...options, description: whole, kind });
  const { batches } = reader;
  return {
    source,
    description,
    reader: {
      ...reader,
      describe: async () => description,
      features: (from, options = {}) => reader.features(from, reading(options)),
      ...(batches === undefined ? {} : { batches: (from: DatasetSource, options: ReadOptions = {}) => batches(from, reading(options)) }),
    },
  };
}
