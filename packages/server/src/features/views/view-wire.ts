// What clients say of the part of a layer that a view shows.
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { ViewArea } from '../../schema/features.ts';
import { MOST_FIELDS } from '../layers.rules.ts';

/** The area that a view shows features of; null shows all. */
export const areaFilter = z
  .looseObject({ operator: z.string().default('esriSpatialRelIntersects'), value: z.looseObject({ geometry: z.looseObject({}) }) })
  .nullable()
  .optional();

const fieldOfSource = z.looseObject({
  name: z.string(),
  source: z.string().nullable().optional(),
  alias: z.string().max(250).nullable().optional(),
  visible: z.boolean().nullable().optional(),
});
/** The fields of the source that a view shows: their names, or objects with these; `*` for all. */
export const fieldList = z
  .union([z.string(), z.array(z.union([z.string(), fieldOfSource])).max(MOST_FIELDS)])
  .nullable()
  .optional();

/** The layers whose fields a view is to show beside those of its source. */
export const joinedLayers = z.array(z.unknown()).nullable().optional();

/** A view shows one layer: what it would show of others is not left out in silence. @throws INVALID_PARAMETER */
export function requireNoJoin(parts: readonly ({ relatedTables?: readonly unknown[] | null | undefined } | null | undefined)[]): void {
  if (parts.some((one) => (one?.relatedTables ?? []).length > 0)) throw refuse('view-of-join');
}

const changed = z.looseObject({
  relatedTables: joinedLayers,
  viewDefinitionQuery: z.string().max(20_000).nullable().optional(),
  filter: areaFilter,
  sourceLayerFields: fieldList,
});
const changedPart = changed.extend({ table: changed.nullable().optional() }).nullable().optional();

/** How a change of a layer says it: beside the rest, or where the description for administrators has it. */
export const viewSaid = {
  viewDefinitionQuery: z.string().max(20_000).nullable().optional(),
  viewLayerDefinition: changedPart,
  adminLayerInfo: z.looseObject({ viewLayerDefinition: changedPart }).nullable().optional(),
};

type ViewSaid = z.infer<z.ZodObject<typeof viewSaid>>;

/** An area as it is kept. */
export function areaOf(filter: z.infer<typeof areaFilter>): ViewArea | null {
  return filter ? { operator: filter.operator, geometry: filter.value.geometry } : null;
}

/** A field that a view is to show, by its name in the source. */
export type ShownField = {
  name: string;
  /** What people read instead of its name, where the list says it. */
  alias?: string;
};

/**
 * The fields that a list names, without those that it calls hidden; null for all.
 * @throws INVALID_PARAMETER for a field that is to have another name in the view
 */
export function listedFields(list: z.infer<typeof fieldList>): ShownField[] | null {
  if (list === undefined || list === null || list === '*') return null;
  if (typeof list === 'string') return list.split(',').map((name) => ({ name: name.trim() }));
  return list.flatMap((one) => {
    if (typeof one === 'string') return [{ name: one.trim() }];
    const name = one.name.trim();
    if (one.source && one.source.trim().toLowerCase() !== name.toLowerCase())
      throw refuse('view-field-renamed', { source: one.source.slice(0, 64), name: name.slice(0, 64) });
    return one.visible === false ? [] : [{ name, ...(one.alias ? { alias: one.alias } : {}) }];
  });
}

/** Where a change of a layer may say what a view shows. */
function partsOf(said: ViewSaid): (z.infer<typeof changed> | null | undefined)[] {
  return [said.viewLayerDefinition, said.adminLayerInfo?.viewLayerDefinition].flatMap((one) => [one, one?.table]);
}

function first<T>(values: readonly T[]): T | undefined {
  return values.find((value) => value !== undefined);
}

/** The fields that a change lists for a view; undefined where it lists none. @throws INVALID_PARAMETER */
export function fieldsSaid(said: ViewSaid): ShownField[] | '*' | undefined {
  requireNoJoin(partsOf(said));
  const list = first(partsOf(said).map((one) => one?.sourceLayerFields ?? undefined));
  return list === undefined ? undefined : (listedFields(list) ?? '*');
}

/** What a change says of the rows of a view; undefined leaves them as they are, null clears. */
export function rowsSaid(said: ViewSaid): { condition: string | null | undefined; area: ViewArea | null | undefined } {
  const parts = partsOf(said);
  const condition = first([said.viewDefinitionQuery, ...parts.map((one) => one?.viewDefinitionQuery)]);
  const filter = first(parts.map((one) => one?.filter));
  return { condition: condition === undefined ? undefined : condition || null, area: filter === undefined ? undefined : areaOf(filter) };
}
