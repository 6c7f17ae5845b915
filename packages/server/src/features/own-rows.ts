// Services where people see only the features that they made: the layers as one caller sees them.
import { type ItemRow, mayDo } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import { trackingOf } from './definition/tracking.ts';
import { mayEditFully } from './edits/edits.rules.ts';
import { type HostedLayer, type HostedService, keptField } from './layers.rules.ts';
import { identifier, type SqlText } from './sql-text.rules.ts';

/** The service with layers that show the caller's own features alone, where its owner wants that. @source ACC-9 */
export function asSeenBy(caller: Caller, service: HostedService, item: ItemRow): HostedService {
  const { enableOwnershipAccessControl, allowOthersToQuery } = trackingOf(service.settings);
  if (!enableOwnershipAccessControl || allowOthersToQuery) return service;
  if (mayEditFully(caller, item) || mayDo(caller, { ...item, visible: true, group_update: false }, 'update')) return service;
  return { ...service, layers: service.layers.map((layer) => ownRowsOnly(layer, caller.username ?? '')) };
}

function ownRowsOnly(layer: HostedLayer, username: string): HostedLayer {
  const field = keptField(layer, layer.definition.editFields?.creatorField ?? '');
  return field === undefined ? layer : { ...layer, onlyOf: { field, username } };
}

/** The condition that leaves the rows of others out; undefined where the caller sees all. */
export function ownRowsCondition({ onlyOf }: Pick<HostedLayer, 'onlyOf'>, sql: SqlText): string | undefined {
  return onlyOf === undefined ? undefined : `${identifier(onlyOf.field.column)} = ${sql.bind(onlyOf.username, 'text')}`;
}
