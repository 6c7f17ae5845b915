// Conditions as they were read before: maps and tables ask a layer with the same few again and again.
import { BoundedMap } from '../../platform/bounded-map.ts';
import { layerScope } from '../layer-scope.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { checkCondition } from '../where/check.ts';
import type { Checked } from '../where/tree.ts';
import { reading } from './query-fault.rules.ts';

/** Trees take some kilobytes each. */
const MOST_CONDITIONS = 20;
const LONGEST_TEXT = 500;
const known = new WeakMap<HostedLayer, BoundedMap<string, Checked>>();

/** The condition that a text says of a layer; nobody changes it. @throws INVALID_QUERY */
export function readCondition(layer: HostedLayer, where: string): Checked {
  const read = (): Checked => reading('where', () => checkCondition(where, layerScope(layer)));
  // Only layers that requests share are frozen; a layer that changes is another one.
  if (where.length > LONGEST_TEXT || !Object.isFrozen(layer)) return read();
  let conditions = known.get(layer);
  if (conditions === undefined) {
    conditions = new BoundedMap(MOST_CONDITIONS);
    known.set(layer, conditions);
  }
  const before = conditions.get(where);
  if (before !== undefined) return before;
  const condition = read();
  conditions.set(where, condition);
  return condition;
}
