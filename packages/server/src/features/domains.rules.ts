// The domains of layers, for those who ask for them by themselves.
import type { Domain } from '@graticule/contract/services/layer';
import type { LayerType } from './definition/types.rules.ts';
import type { HostedLayer } from './layers.rules.ts';

type Layer = Pick<HostedLayer, 'fields' | 'definition'>;

/** Of the fields, then of the types whose features have others; each once, though fields share it. */
export function domainsOf(layers: readonly Layer[]): Domain[] {
  const all = layers.flatMap(({ fields, definition }) => [
    ...fields.flatMap(({ domain }) => (domain ? [domain] : [])),
    ...((definition.types ?? []) as LayerType[]).flatMap(ownDomains),
  ]);
  return [...new Map(all.map((domain) => [JSON.stringify(domain), domain])).values()];
}

/** What a type says by itself: one may name the domain of the field again, as inherited. */
function ownDomains({ domains }: LayerType): Domain[] {
  return Object.values(domains ?? {}).filter((one): one is Domain => one !== null && one.type !== 'inherited');
}
