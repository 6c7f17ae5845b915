// What a layer is, from its row and from the edits since.
import type { HostedLayer } from './layers.rules.ts';

type Side = number | null;

/** Sums over the edits of a table: their number, features more or fewer, the last moment in epoch milliseconds, the box of what came. */
export type LayerEdits = readonly [edits: number, features: number, edited: number, xmin: Side, ymin: Side, xmax: Side, ymax: Side];

/** Reads what `editsOfTable` gives. */
export function readLayerEdits(json: string | null): LayerEdits | undefined {
  return json === null ? undefined : (JSON.parse(json) as LayerEdits);
}

/** The layer with the edits since its row was written. Of a view they are those of its source: what it shows has to be measured again. */
export function withEdits(layer: HostedLayer, edits: LayerEdits | undefined): HostedLayer {
  if (edits === undefined) return layer;
  const [count, features, edited] = edits;
  const version = layer.version + count;
  const dataEdited = new Date(Math.max(layer.dataEdited.getTime(), edited));
  const { view } = layer;
  if (view !== undefined) return { ...layer, version, dataEdited, view: { ...view, stale: view.measured !== version } };
  return { ...layer, version, dataEdited, rowCount: Math.max(0, layer.rowCount + features), extent: widened(layer.extent, edits) };
}

function widened(extent: HostedLayer['extent'], [, , , xmin, ymin, xmax, ymax]: LayerEdits): HostedLayer['extent'] {
  if (xmin === null || ymin === null || xmax === null || ymax === null) return extent;
  if (extent === null) return [xmin, ymin, xmax, ymax];
  return [Math.min(extent[0], xmin), Math.min(extent[1], ymin), Math.max(extent[2], xmax), Math.max(extent[3], ymax)];
}
