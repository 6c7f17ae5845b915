// What clients say of the part of a layer that a view shows.
import { z } from 'zod';
import type { ViewArea } from '../../schema/features.ts';

/** The area that a view shows features of; null shows all. */
export const areaFilter = z
  .looseObject({ operator: z.string().default('esriSpatialRelIntersects'), value: z.looseObject({ geometry: z.looseObject({}) }) })
  .nullable()
  .optional();

const changed = z.looseObject({ viewDefinitionQuery: z.string().max(20_000).nullable().optional(), filter: areaFilter });
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

/** What a change says of the rows of a view; undefined leaves them as they are, null clears. */
export function rowsSaid(said: ViewSaid): { condition: string | null | undefined; area: ViewArea | null | undefined } {
  const parts = [said.viewLayerDefinition, said.adminLayerInfo?.viewLayerDefinition].flatMap((one) => [one, one?.table]);
  const first = <T>(values: readonly T[]): T | undefined => values.find((value) => value !== undefined);
  const condition = first([said.viewDefinitionQuery, ...parts.map((one) => one?.viewDefinitionQuery)]);
  const filter = first(parts.map((one) => one?.filter));
  return { condition: condition === undefined ? undefined : condition || null, area: filter === undefined ? undefined : areaOf(filter) };
}
