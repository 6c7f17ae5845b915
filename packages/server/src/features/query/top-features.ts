// The first features of each group: the largest towns of each country.
import type { ServerInput } from '@graticule/contract/endpoint';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { queryTopFeatures } from '@graticule/contract/services/feature-operations';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { untilGone } from '../../platform/db/held-connection.ts';
import { checked } from '../definition/service-settings.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { withPlace } from './near-places.ts';
import { topObjectIds } from './query.store.ts';
import { momentOf, type QueryAnswer, queryFeatures } from './query.ts';
import { readQuery } from './read-query.ts';
import { readTerm, splitTerms } from './terms.rules.ts';

type Input = Omit<ServerInput<typeof queryTopFeatures>, 'service' | 'layer'>;

const list = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(','))]);
const topFilter = z.looseObject({
  groupByFields: list,
  topCount: z.number().int().min(1).max(2_000),
  orderByFields: list,
});

/** Features of all groups; as many as one list of object ids may hold. */
const MAX_FOUND = 20_000;

/**
 * Answers in the wanted format with the first features of each group; everything else is as in `queryFeatures`.
 * @throws INVALID_QUERY
 */
export async function topFeatures(
  portal: Portal,
  caller: Caller,
  target: { service: HostedService; layer: HostedLayer },
  { topFilter: given, ...input }: Input,
  format: string,
): Promise<QueryAnswer> {
  const { layer, service } = target;
  const { groupByFields, topCount, orderByFields } = checked(topFilter, given, 'topFilter');
  const groups = splitTerms(groupByFields, 'topFilter').map((term, at) =>
    readTerm(layer, term, { parameter: 'topFilter', name: `EXPR_${at + 1}` }),
  );
  if (groups.length === 0) throw refuse('query-top-groups');
  const { where, objectIds, uniqueIds, globalIds, time, geometry, geometryType, inSR, spatialRel, distance, units, ...output } = input;
  const filter = { where, objectIds, uniqueIds, globalIds, time, geometry, geometryType, inSR, spatialRel, distance, units };
  const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const query = await withPlace(
    { database: untilGone(portal.database, caller.gone) },
    readQuery(service, layer, { ...chosen, orderByFields }, 'json'),
  );
  const first = { groups, topCount, limit: MAX_FOUND + 1 };
  const ids = await topObjectIds(untilGone(portal.database, caller.gone), { layer, query, moment: momentOf(portal, caller) }, first);
  if (ids.length > MAX_FOUND) throw refuse('query-top-many', { most: MAX_FOUND });
  const none = ids.length === 0 ? { where: '1=0' } : { objectIds: ids.join(',') };
  return queryFeatures(portal, caller, target, { ...output, ...none }, format);
}
