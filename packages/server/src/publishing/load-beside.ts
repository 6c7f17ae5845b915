// What a file holds beside the rows of its datasets: files kept with rows, and relationships between the datasets.
import type { FormatRelationship, FormatRelationshipEnd } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { addToDefinition, findByRowNumbers, forgetRowNumbers, joinLoaded, keepLoadedFiles, type LoadedEnd } from '../features/index.ts';
import type { Relationship } from '../schema/features.ts';
import { keepsRowNumbers, type LoadContext, type LoadedDataset, nameGiven } from './load-dataset.ts';

/** Adds it to the new layers, not yet open; gives them as they are afterwards. @throws FormatError, QUOTA_EXCEEDED */
export async function addBeside(
  context: LoadContext,
  datasets: readonly DescribedDataset[],
  loaded: readonly LoadedDataset[],
  quotaBytes: number,
): Promise<LoadedDataset[]> {
  const filled: LoadedDataset[] = [];
  for (const [index, one] of loaded.entries()) {
    const dataset = datasets[index];
    filled.push(dataset === undefined || !one.description.hasFiles ? one : await addFiles(context, dataset, one, quotaBytes));
  }
  const joined = await addRelationships(context, datasets, filled);
  for (const { layer, description } of joined) if (keepsRowNumbers(description)) await forgetRowNumbers(context, layer);
  return joined;
}

async function addFiles(
  context: LoadContext,
  { source, reader }: DescribedDataset,
  one: LoadedDataset,
  quotaBytes: number,
): Promise<LoadedDataset> {
  await findByRowNumbers(context, one.layer);
  let [kept, leftOut] = [0, 0];
  for await (const files of reader.files?.(source) ?? []) {
    const told = await keepLoadedFiles(context, one.layer, files, quotaBytes);
    kept += told.kept;
    leftOut += told.leftOut;
  }
  const report = { ...one.report, filesKept: kept, filesLeftOut: leftOut };
  return { ...one, report, layer: await addToDefinition(context, one.layer, { hasAttachments: true }) };
}

async function addRelationships(
  context: LoadContext,
  datasets: readonly DescribedDataset[],
  loaded: readonly LoadedDataset[],
): Promise<LoadedDataset[]> {
  const byLayer = new Map<string, Relationship[]>();
  let id = 0;
  // An archive may hold several geodatabases, each with relationships of its own.
  for (const { source, reader } of new Map(datasets.map((one) => [one.source.main, one])).values()) {
    const own = loaded.flatMap((one, at) => (datasets[at]?.source.main === source.main ? [{ ...one, id: at }] : []));
    for (const relationship of own.length < 2 ? [] : ((await reader.relationships?.(source)) ?? [])) {
      const ends = { origin: endOf(own, relationship.origin), destination: endOf(own, relationship.destination) };
      for (const [table, side] of await joinedBy(context, relationship, { ...ends, id }))
        byLayer.set(table, [...(byLayer.get(table) ?? []), side]);
      id++;
    }
  }
  const all: LoadedDataset[] = [];
  for (const one of loaded) {
    const relationships = byLayer.get(one.layer.table);
    all.push(relationships === undefined ? one : { ...one, layer: await addToDefinition(context, one.layer, { relationships }) });
  }
  return all;
}

/** The layer and field that a side names; undefined where one of them was left out. */
function endOf(own: readonly (LoadedDataset & { id: number })[], { part, field }: FormatRelationshipEnd): LoadedEnd | undefined {
  const one = own.find(({ description }) => description.name === part);
  if (one === undefined) return undefined;
  if (field === null) return { layer: one.layer, id: one.id, field };
  const given = nameGiven(field, one.description, one.columns);
  return given === undefined ? undefined : { layer: one.layer, id: one.id, field: given };
}

/** Both sides by the tables they belong to; none where a side is not among the layers. */
async function joinedBy(
  context: LoadContext,
  relationship: FormatRelationship,
  { origin, destination, id }: { origin: LoadedEnd | undefined; destination: LoadedEnd | undefined; id: number },
): Promise<[string, Relationship][]> {
  if (origin === undefined || destination === undefined) return [];
  const sides = await joinLoaded(context, relationship, { origin, destination, id });
  if (sides === null) return [];
  return [
    [origin.layer.table, sides.origin],
    [destination.layer.table, sides.destination],
  ];
}
