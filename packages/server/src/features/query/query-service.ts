// One question to several layers of a service.
import type { ServerInput } from '@graticule/contract/endpoint';
import { listed, refuse, shown } from '@graticule/contract/refusals/refusal';
import type { queryService } from '@graticule/contract/services/feature-operations';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { HostedService } from '../layers.rules.ts';
import { queryFeatures } from './query.ts';

type Input = Omit<ServerInput<typeof queryService>, 'service'>;

/** What is asked of one layer. */
interface LayerDef {
  where: string;
  outFields: string;
}

/** The answers of the layers that `layerDefs` names, or of all. @throws INVALID_QUERY */
export async function queryLayers(
  portal: Portal,
  caller: Caller,
  service: HostedService,
  { layerDefs, ...input }: Input,
): Promise<{ id: number }[]> {
  const defs = layerDefs === undefined ? null : readLayerDefs(layerDefs);
  for (const id of defs?.keys() ?? []) {
    if (!service.layers.some((layer) => layer.id === id))
      throw refuse('query-layer-unknown', { id, layers: listed(service.layers.map((layer) => layer.id)) });
  }
  const answers: { id: number }[] = [];
  for (const layer of service.layers) {
    const def = defs === null ? { where: '1=1', outFields: '*' } : defs.get(layer.id);
    if (def === undefined) continue;
    const answer = await queryFeatures(portal, caller, { service, layer }, { ...input, ...def }, 'json');
    if ('json' in answer) answers.push({ id: layer.id, ...answer.json });
  }
  return answers;
}

/** `0:where;1:where`, an object of conditions by id, or a list of objects. */
function readLayerDefs(text: string): Map<number, LayerDef> {
  const defs = new Map<number, LayerDef>();
  const add = (id: unknown, where: unknown, outFields: unknown): void => {
    const number = typeof id === 'string' || typeof id === 'number' ? Number(id) : Number.NaN;
    if (!Number.isInteger(number) || number < 0 || typeof where !== 'string')
      throw refuse('query-layer-conditions', { value: shown(text) });
    defs.set(number, {
      where: where.trim() === '' ? '1=1' : where,
      outFields: typeof outFields === 'string' && outFields !== '' ? outFields : '*',
    });
  };
  if (!/^\s*[[{]/.test(text)) {
    // A `;` inside quotes belongs to the condition.
    for (const one of text.match(/(?:'[^']*'|[^;'])+/g) ?? []) {
      const match = /^\s*(\d+)\s*:([\s\S]*)$/.exec(one);
      add(match?.[1] ?? 'none', match?.[2], '*');
    }
    return defs;
  }
  const parsed = parse(text);
  if (Array.isArray(parsed)) {
    for (const one of parsed as Record<string, unknown>[]) add(one?.layerId, one?.where ?? '', one?.outFields);
  } else {
    for (const [id, where] of Object.entries(parsed as object)) add(id, where, '*');
  }
  return defs;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('query-layer-conditions', { value: shown(text) });
  }
}
