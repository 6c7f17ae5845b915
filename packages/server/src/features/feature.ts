// One feature, and the check of expressions before they are used.
import { refuse, told } from '@graticule/contract/refusals/refusal';
import type { SqlVerdict } from '@graticule/contract/services/feature-server';
import type { FeatureSet, WireFeature } from '@graticule/contract/services/layer';
import { sentence } from '@graticule/geo/sentence';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { versionOf } from './edits/versions.store.ts';
import { layerScope } from './layer-scope.ts';
import type { HostedLayer, HostedService } from './layers.rules.ts';
import { queryFeatures } from './query/query.ts';
import type { QueryInput } from './query/read-query.ts';
import { checkCondition, checkValue } from './where/check.ts';
import { WhereError } from './where/where-error.ts';

/** A feature by its object id, with its version if asked for: the feature may be newer than that, never older. @throws FEATURE_NOT_FOUND */
export async function getOneFeature(
  portal: Portal,
  caller: Caller,
  target: { service: HostedService; layer: HostedLayer },
  objectId: string,
  { returnVersion, ...input }: QueryInput & { returnVersion?: boolean | undefined },
): Promise<{ feature: WireFeature; version?: string }> {
  const version = returnVersion ? await versionOf(portal.db, target.layer, Number(objectId)) : undefined;
  const answer = await queryFeatures(portal, caller, target, { ...input, outFields: input.outFields ?? '*', objectIds: objectId }, 'json');
  const feature = 'json' in answer ? (answer.json as FeatureSet).features[0] : undefined;
  if (feature === undefined) throw refuse('feature-unknown', { layer: target.layer.name, id: objectId });
  return { feature, ...(version === undefined ? {} : { version }) };
}

/** Code that clients know for an expression that cannot be read. */
const INVALID_EXPRESSION = 3008;

/** Whether an expression may be used with the layer. @throws INVALID_QUERY for another kind of expression than there is */
export function validateExpression({ layer }: { layer: HostedLayer }, sql: string, sqlType: string): SqlVerdict {
  if (!/^(where|expression|statement)$/i.test(sqlType)) throw refuse('query-sql-type', { value: sqlType });
  if (/^statement$/i.test(sqlType)) {
    return { isValidSQL: false, validationErrors: [{ errorCode: INVALID_EXPRESSION, ...told('statement-refused') }] };
  }
  try {
    if (/^expression$/i.test(sqlType)) checkValue(sql, layerScope(layer));
    else checkCondition(sql, layerScope(layer));
    return { isValidSQL: true };
  } catch (error) {
    if (!(error instanceof WhereError)) throw error;
    // A field that is not there is named in words of its own, as queries name it.
    const { code, values } = error.reason;
    const { description } =
      code === 'where-field'
        ? told('query-sql-field', { name: String(values.field), fields: String(values.fields) })
        : told('query-sql-wrong', { why: error.message });
    const said = /^expression$/i.test(sqlType) ? 'expression-wrong' : 'where-wrong';
    const reasons = [sentence(said, { why: error.reason })];
    return { isValidSQL: false, validationErrors: [{ errorCode: INVALID_EXPRESSION, description, reasons }] };
  }
}
