// Which layers of its sources a view does not show yet, and the definition that adds some of them whole.
import type { GeometryType } from '@graticule/contract/services/layer';

/** A layer or table that can be added to a view. */
export interface SourcePart {
  /** The name of its service. */
  service: string;
  id: number;
  name: string;
  /** None for tables. */
  geometryType: GeometryType | undefined;
}

/** A service that a view shows layers of. */
export interface Source {
  name: string;
  /** The person does not administer it, so that nothing more of it can be shown. */
  isOfOthers: boolean;
  /** What the view does not show yet. */
  parts: readonly SourcePart[];
}

interface Described {
  id: number;
  name: string;
  geometryType?: GeometryType;
  adminLayerInfo?: { viewLayerDefinition?: { sourceServiceItemId?: string; sourceLayerId?: number } };
}

/** Layers and tables as administrators are told of them. */
function layersIn(described: Record<string, unknown>): Described[] {
  const { layers, tables } = described as { layers?: Described[]; tables?: Described[] };
  return [...(layers ?? []), ...(tables ?? [])];
}

/** A source beside its view, both as their administrators see them; `described` is undefined for who does not administer the source. */
export function sourceOf(
  { name, itemId }: { name: string; itemId: string },
  described: Record<string, unknown> | undefined,
  view: Record<string, unknown>,
): Source {
  if (described === undefined) return { name, isOfOthers: true, parts: [] };
  const shown = new Set(
    layersIn(view).flatMap(({ adminLayerInfo }) => {
      const source = adminLayerInfo?.viewLayerDefinition;
      return source?.sourceServiceItemId === itemId ? [source.sourceLayerId] : [];
    }),
  );
  const parts = layersIn(described)
    .filter((layer) => !shown.has(layer.id))
    .map((layer) => ({ service: name, id: layer.id, name: layer.name, geometryType: layer.geometryType }));
  return { name, isOfOthers: false, parts };
}

/** Tells the layers of several services apart. */
export const keyOf = ({ service, id }: SourcePart): string => `${service}/${id}`;

/** All fields and all rows of each. */
export function definitionOfParts(parts: readonly SourcePart[]): object {
  const whole = ({ service, id, name }: SourcePart) => ({
    name,
    adminLayerInfo: { viewLayerDefinition: { sourceServiceName: service, sourceLayerId: id, sourceLayerFields: '*' } },
  });
  const layers = parts.filter(({ geometryType }) => geometryType !== undefined).map(whole);
  const tables = parts.filter(({ geometryType }) => geometryType === undefined).map(whole);
  return { ...(layers.length > 0 ? { layers } : {}), ...(tables.length > 0 ? { tables } : {}) };
}
