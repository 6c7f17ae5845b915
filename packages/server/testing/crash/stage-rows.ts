// The rows that tests of interrupted work send, and what they find in a layer afterwards.
import type { PortalClient } from './portal-client.ts';

/** Rows of each file. */
export const ROWS = 2_000;
/** Digits of a coordinate that make a file so large that a process of its own reads it. */
const DIGITS_APART = 300;

/** The keys of the rows of a file. */
export function keysFrom(from: number): string[] {
  return Array.from({ length: ROWS }, (_, row) => `k${from + row}`);
}

/** Rows that say by which load they came, each with a key of its own. */
export function csvOf(load: string, from: number, isLarge = false): File {
  const digits = isLarge ? DIGITS_APART : 1;
  const lines = keysFrom(from).map((key, row) => {
    const [lat, lon] = [((row * 37) % 1700) / 10 - 85, ((row * 91) % 3590) / 10 - 179];
    return `${load},${key},${lat.toFixed(1).padEnd(digits, '0')},${lon.toFixed(1).padEnd(digits, '0')}`;
  });
  return new File([`load,key,lat,lon\n${lines.join('\n')}\n`], `${load}.csv`, { type: 'text/csv' });
}

/** How many features of a layer came by which load; undefined while the portal is gone. */
export async function featuresByLoad(client: PortalClient, layer: string): Promise<string | undefined> {
  const outcome = await client.call(`${layer}/query`, {
    where: '1=1',
    groupByFieldsForStatistics: 'load',
    outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }],
  });
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  if (outcome.kind === 'lost') return undefined;
  const { features } = outcome.reply as { features: { attributes: { load: string; n: number } }[] };
  return JSON.stringify(features.map(({ attributes }) => [attributes.load, attributes.n]).toSorted());
}

/** The same of what should be there: loads by the keys of the rows. */
export function keysByLoad(model: ReadonlyMap<string, string>): string {
  const numbers = new Map<string, number>();
  for (const load of model.values()) numbers.set(load, (numbers.get(load) ?? 0) + 1);
  return JSON.stringify([...numbers].toSorted());
}

/** How many different keys a layer holds; -1 where one is there twice. */
export async function differentKeys(client: PortalClient, layer: string): Promise<number> {
  const asked = { where: '1=1', returnCountOnly: true };
  const { count } = await client.must(`${layer}/query`, asked);
  const different = await client.must(`${layer}/query`, {
    ...asked,
    outFields: 'key',
    returnDistinctValues: true,
    returnGeometry: false,
  });
  return count === different.count ? count : -1;
}

/** Adds a copy of a feature and takes it away again; gives what is wrong with that. */
export async function editFaults(client: PortalClient, layer: string): Promise<string[]> {
  const { features, spatialReference } = await client.must(`${layer}/query`, { where: '1=1', resultRecordCount: 1 });
  const sent = [{ attributes: {}, geometry: { ...features[0].geometry, spatialReference } }];
  const { addResults } = await client.must(`${layer}/addFeatures`, { features: sent });
  if (addResults[0]?.success !== true) return [`No feature can be added: ${JSON.stringify(addResults)}`];
  const { deleteResults } = await client.must(`${layer}/deleteFeatures`, { objectIds: addResults[0].objectId });
  return deleteResults[0]?.success === true ? [] : [`No feature can be removed: ${JSON.stringify(deleteResults)}`];
}
