// Rows of a new layer that have a key: those without one, and all but the last of the same, are left out.
import type { Portal } from '../platform/context.ts';
import { numberedColumn, type RefusedRows, ROW_NUMBER, refuseUnclearKeys } from './append/staging.store.ts';
import { dropColumn } from './hosted-table.store.ts';
import { type HostedLayer, keyFieldOf } from './layers.rules.ts';

/** The layer as its table is while it is filled: with the numbers of the rows where the layer has a key, or they are needed afterwards. */
export function asFilled(layer: HostedLayer, keepsRowNumbers = false): HostedLayer {
  return keyFieldOf(layer) === undefined && !keepsRowNumbers ? layer : { ...layer, fields: [...layer.fields, numberedColumn()] };
}

/** Takes the rows out whose key is not clear, and the numbers of the rows unless they are needed afterwards. */
export async function settleKeys(portal: Pick<Portal, 'db'>, layer: HostedLayer, keepsRowNumbers = false): Promise<RefusedRows> {
  const key = keyFieldOf(layer);
  if (key === undefined) return { count: 0, told: [] };
  const refused = await refuseUnclearKeys(portal.db, asFilled(layer), key);
  if (!keepsRowNumbers) await dropColumn(portal.db, layer.table, ROW_NUMBER);
  return refused;
}
