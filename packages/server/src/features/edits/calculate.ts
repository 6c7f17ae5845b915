// Sets fields of all features that a condition chooses, to values or to expressions.
import { refuse } from '@graticule/contract/refusals/refusal';
import { sentence } from '@graticule/geo/sentence';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { lookedUpAgain } from '../../platform/db/untangled.ts';
import type { LayerAddress } from '../admin.ts';
import { changingLayers } from '../changing-layers.ts';
import { checked } from '../definition/service-settings.ts';
import { preventedExpression, preventedValue } from '../definition/xss-prevention.rules.ts';
import { settleFacts } from '../layer-facts.store.ts';
import { layerScope, valueTypeOf } from '../layer-scope.ts';
import { baseItemId, baseTable, fieldByName, type HostedLayer } from '../layers.rules.ts';
import { requireReadable } from '../own-rows.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { momentOf } from '../query/query.ts';
import { reading, translateQueryError, unknownField } from '../query/query-fault.rules.ts';
import { readRecordFilter } from '../query/read-query.ts';
import { requireRoomForRows } from '../row-bytes.ts';
import { checkValue } from '../where/check.ts';
import { coerce } from '../where/coerce.ts';
import type { Moment } from '../where/write.rules.ts';
import type { NewValue } from './edit.ts';
import { type Calculation, type Change, calculateWhere, isUnfit } from './edits.store.ts';
import { editableLayer } from './edits.ts';
import { itemsFollow } from './item-follows.ts';
import { choosesMany, partsOf } from './many-rows.store.ts';
import { changeValues, ownFeaturesOnly } from './tracked.ts';
import { checkedValue, ValueFault } from './values.rules.ts';

const part = z.looseObject({
  field: z.string(),
  value: z.union([z.string(), z.number(), z.null()]).optional(),
  sqlExpression: z.string().max(20_000).optional(),
});
const parts = z.union([z.array(part).min(1).max(100), part.transform((one) => [one])]);

/** Gives the number of features that were changed. @throws INVALID_QUERY, FORBIDDEN */
export function calculateFeatures(portal: Portal, caller: Caller, address: LayerAddress, input: Input): Promise<number> {
  return lookedUpAgain(() => calculated(portal, caller, address, input));
}

interface Input {
  where: string;
  calcExpression: unknown;
  sqlFormat?: string;
}

async function calculated(portal: Portal, caller: Caller, address: LayerAddress, input: Input): Promise<number> {
  if (input.sqlFormat !== undefined && !/^(none|standard)$/i.test(input.sqlFormat))
    throw refuse('query-sql-format', { value: input.sqlFormat });
  // Blanks would choose every feature.
  if (input.where.trim() === '') throw refuse('calculate-no-where');
  const target = await editableLayer(portal, caller, address, ['Update']);
  const { layer } = target;
  // The number of changed features, and what they are changed to, would tell what they hold.
  requireReadable(layer);
  const owned = ownFeaturesOnly(caller, target, 'allowOthersToUpdate');
  const filter = { ...readRecordFilter(layer, { where: input.where }), spatial: null, ...(owned === null ? {} : { owned }) };
  const change = readChange(layer, checked(parts, input.calcExpression, 'calcExpression'));
  if (target.service.settings.xssPreventionEnabled === true) requireNoScripts(change);
  const moment = momentOf(portal, caller);
  const values = [...change.values, ...changeValues(layer, caller, portal.clock.now())];
  const changed = await changingLayers(portal, [baseTable(layer)], async (db) => {
    const count = await calculateParts(db, layer, { filter, values, expressions: change.expressions }, moment);
    if (count > 0) await settleFacts(db, layer, { count: 0, came: [], went: [] });
    const growing = [...change.values, ...change.expressions].some(({ field }) => field.type === 'esriFieldTypeString');
    const itemId = baseItemId(layer);
    if (count > 0 && growing) await requireRoomForRows(portal, db, { itemId, tables: [baseTable(layer)], asker: caller.username });
    return count;
  }).catch(translateQueryError);
  if (changed > 0) await itemsFollow(portal, [layer]);
  return changed;
}

/** Very many features so many at a time, so that no statement takes as long as the engines allow. @throws INVALID_QUERY */
async function calculateParts(db: Db, layer: HostedLayer, change: Change, moment: Moment): Promise<number> {
  const calculatePart = async (filter: RecordFilter): Promise<number> => {
    if (await isUnfit(db, layer, { ...change, filter }, moment)) {
      throw refuse('query-calculated-unfit', {}, { reasons: [sentence('expression-unfit')] });
    }
    return calculateWhere(db, layer, { ...change, filter }, moment);
  };
  if (!(await choosesMany(db, layer, change.filter, moment))) return calculatePart(change.filter);
  let count = 0;
  for await (const part of partsOf(db, layer)) count += await calculatePart({ ...change.filter, part });
  return count;
}

/** What an expression takes from other values of the feature came in as an edit, or before scripts were prevented. @throws INVALID_QUERY */
function requireNoScripts({ values, expressions }: { values: readonly NewValue[]; expressions: readonly Calculation[] }): void {
  const why = preventedValue(values) ?? preventedExpression(expressions);
  if (why !== undefined) throw refuse('query-calculated-script', { why });
}

function readChange(layer: HostedLayer, given: readonly z.infer<typeof part>[]): { values: NewValue[]; expressions: Calculation[] } {
  const values: NewValue[] = [];
  const expressions: Calculation[] = [];
  const seen = new Set<string>();
  for (const { field: name, value, sqlExpression } of given) {
    const field = fieldByName(layer, name);
    if (field === undefined || !field.editable)
      throw unknownField(
        layer.fields.filter((one) => one.editable),
        name,
      );
    if (seen.has(field.name)) throw refuse('query-calculated-twice', { field: field.name });
    seen.add(field.name);
    if (sqlExpression !== undefined) {
      const expression = reading('calcExpression', () => coerce(checkValue(sqlExpression, layerScope(layer)), valueTypeOf(field)));
      expressions.push({ field, expression });
    } else if (value !== undefined) {
      values.push({ field, value: fittingValue(() => checkedValue(field, value)) });
    } else {
      throw refuse('calculate-no-value', { field: field.name });
    }
  }
  return { values, expressions };
}

function fittingValue<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw refuse('query-calculated-value', { why: error.fault });
  }
}
