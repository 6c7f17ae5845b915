// One question to several layers of a service.
import type { ServerInput } from '@graticule/contract/endpoint';
import { listed, refuse, shown } from '@graticule/contract/refusals/refusal';
import type { queryService } from '@graticule/contract/services/feature-operations';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { HostedService } from '../layers.rules.ts';
import { MAX_PAGE_BYTES } from './query.store.ts';
import { JSON_TEXT, type QueryAnswer, queryFeatures } from './query.ts';

type Input = Omit<ServerInput<typeof queryService>, 'service'>;

/** What is asked of one layer. */
interface LayerDef {
  where: string;
  outFields: string;
}

/**
 * The answers of the layers that `layerDefs` names, or of all, as the text of the reply: each may be as large as a reply may be, and they are
 * together no larger, save that one alone is answered as the layer itself answers it.
 * @throws INVALID_QUERY
 */
export async function queryLayers(
  portal: Portal,
  caller: Caller,
  service: HostedService,
  { layerDefs, ...input }: Input,
  mostBytes = MAX_PAGE_BYTES,
): Promise<Uint8Array> {
  const defs = layerDefs === undefined ? null : readLayerDefs(layerDefs);
  for (const id of defs?.keys() ?? []) {
    if (!service.layers.some((layer) => layer.id === id))
      throw refuse('query-layer-unknown', { id, layers: listed(service.layers.map((layer) => layer.id)) });
  }
  const answers: Uint8Array[] = [];
  let bytes = 0;
  for (const layer of service.layers) {
    const def = defs === null ? { where: '1=1', outFields: '*' } : defs.get(layer.id);
    if (def === undefined) continue;
    const answer = textOf(await queryFeatures(portal, caller, { service, layer }, { ...input, ...def }, JSON_TEXT));
    bytes += answer.length;
    if (answers.length > 0 && bytes > mostBytes) throw refuse('query-layers-large', { layer: layer.id });
    // Without its brace: the id comes first.
    answers.push(Buffer.from(`${answers.length === 0 ? '' : ','}{"id":${layer.id},`), answer.subarray(1));
  }
  return Buffer.concat([Buffer.from('{"layers":['), ...answers, Buffer.from(']}')]);
}

function textOf(answer: QueryAnswer): Uint8Array {
  if ('jsonText' in answer) return answer.jsonText;
  if ('json' in answer) return Buffer.from(JSON.stringify(answer.json));
  throw new Error(`A layer was answered as ${answer.contentType}.`);
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
