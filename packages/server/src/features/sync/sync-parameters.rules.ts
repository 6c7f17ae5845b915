// Reads the parameters of synchronisation.
import { listed, refuse, shown } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import { checked } from '../definition/service-settings.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';

const gens = z.array(z.looseObject({ id: z.number().int(), serverGen: z.number().int().min(0) })).max(100);

/** The layers that a parameter names, `0,1` or `[0,1]`; all without it. @throws INVALID_PARAMETER */
export function chosenLayers(service: HostedService, layers: string | undefined): HostedLayer[] {
  if (layers === undefined) return service.layers;
  const ids = layers.replace(/^\s*\[|\]\s*$/g, '').split(',');
  return [...new Set(ids)].map((text) => layerOf(service, text, 'layers'));
}

function layerOf(service: HostedService, text: string, parameter: string): HostedLayer {
  const id = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : undefined;
  const layer = service.layers.find((one) => one.id === id);
  if (layer === undefined)
    throw refuse('sync-layer', { parameter, id: shown(text.trim()), layers: listed(service.layers.map((one) => one.id)) });
  return layer;
}

/** The generations that a caller knows, by layer: a list of layers, or one number for all. @throws MISSING_PARAMETER, INVALID_PARAMETER */
export function knownGenerations(
  service: HostedService,
  { layers, layerServerGens, serverGens }: { layers?: string; layerServerGens?: unknown; serverGens?: unknown },
): { layer: HostedLayer; serverGen: number }[] {
  const chosen = chosenLayers(service, layers);
  if (layerServerGens !== undefined) {
    const given = checked(gens, layerServerGens, 'layerServerGens').map(({ id, serverGen }) => ({
      layer: layerOf(service, String(id), 'layerServerGens'),
      serverGen,
    }));
    // A layer counts once, as it is named first.
    const once = given.filter(({ layer }, at) => given.findIndex((one) => one.layer === layer) === at);
    return layers === undefined ? once : once.filter(({ layer }) => chosen.includes(layer));
  }
  const [one] = Array.isArray(serverGens) ? serverGens : [serverGens];
  if (one === undefined) throw refuse('generations-missing');
  const serverGen = typeof one === 'string' || typeof one === 'number' ? Number(one) : Number.NaN;
  if (!Number.isSafeInteger(serverGen) || serverGen < 0) throw refuse('generation-number', { value: shown(one, 40) });
  return chosen.map((layer) => ({ layer, serverGen }));
}

const queries = z.record(z.string(), z.looseObject({ where: z.string().optional(), queryOption: z.string().optional() }));

/** The condition that a copy wants of each layer, by its id; undefined leaves a layer empty. @throws INVALID_PARAMETER */
export function layerConditions(given: unknown): (id: number) => { where: string; useGeometry: boolean } | undefined {
  const byLayer = given === undefined ? {} : checked(queries, given, 'layerQueries');
  return (id) => {
    const { where, queryOption = 'useFilter', useGeometry } = byLayer[String(id)] ?? {};
    if (/^none$/i.test(queryOption)) return undefined;
    const all = /^all$/i.test(queryOption);
    return { where: all || !where?.trim() ? '1=1' : where, useGeometry: !all && useGeometry !== false };
  };
}
