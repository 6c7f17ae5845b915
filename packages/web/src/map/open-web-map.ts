// Follows a web map document: opens its layers, keeps those that stay, and says how each is doing.
import { builtInKind } from '@graticule/contract/documents/basemaps';
import { flattenLayers, type OperationalLayer, type WebMap } from '@graticule/contract/documents/web-map';
import { openLayer } from './layers/adapters.ts';
import { type Drawing, type LayerContext, type OpenedLayer, UnsupportedLayer } from './layers/layer-adapter.ts';
import { RefusedLayer } from './refused-layer.ts';

/** How a layer is doing; a failed one keeps its place in the list. */
export type LayerState =
  | { status: 'loading' }
  | { status: 'ready'; opened: OpenedLayer }
  | { status: 'failed'; message: string }
  | { status: 'refused' }
  | { status: 'unsupported'; layerType: string };

interface Entry {
  key: string;
  state: LayerState;
}

/** What makes a layer another layer, so that it must be opened anew. */
function keyOf(layer: OperationalLayer): string {
  return JSON.stringify([
    layer.layerType,
    layer.url,
    layer.styleUrl,
    layer.templateUrl,
    layer.layerDefinition?.definitionExpression,
    layer.featureCollection ? layer.id : 0,
  ]);
}

/** The layers of a basemap of the map's own; none of the built-in ones, which the pages draw by themselves. */
export function layersBelow({ baseMap }: WebMap): OperationalLayer[] {
  return builtInKind(baseMap) === undefined ? (baseMap.baseMapLayers as OperationalLayer[]) : [];
}

/** The layers of a document with what is known of each. */
export class OpenLayers {
  private readonly entries = new Map<string, Entry>();
  private readonly context: LayerContext;
  private readonly onChange: (id: string) => void;

  /** `onChange` is called whenever a layer has become ready or has failed. */
  constructor(context: LayerContext, onChange: (id: string) => void) {
    this.context = context;
    this.onChange = onChange;
  }

  /** Opens what is new in the document and forgets what is gone. */
  follow(map: WebMap): void {
    const layers = [...flattenLayers(layersBelow(map)), ...flattenLayers(map.operationalLayers)];
    const wanted = new Set(layers.map((layer) => layer.id));
    for (const id of this.entries.keys()) if (!wanted.has(id)) this.entries.delete(id);
    for (const layer of layers) if (this.entries.get(layer.id)?.key !== keyOf(layer)) this.open(layer);
  }

  /** Tries a layer again that has failed. */
  retry(layer: OperationalLayer): void {
    this.open(layer);
  }

  /** How a layer is doing; undefined for one that is not in the document. */
  state(id: string): LayerState | undefined {
    return this.entries.get(id)?.state;
  }

  /** Marks a layer whose data cannot be had although it was opened. */
  fail(id: string, message: string): void {
    const entry = this.entries.get(id);
    if (entry?.state.status !== 'ready') return;
    entry.state = { status: 'failed', message };
    this.onChange(id);
  }

  /** Opens a layer anew behind what is drawn; where that fails, what was drawn stays. */
  renew(layer: OperationalLayer): void {
    const before = this.entries.get(layer.id)?.state;
    this.open(layer, before?.status === 'ready' ? before : undefined);
  }

  private open(layer: OperationalLayer, meanwhile?: LayerState): void {
    const entry: Entry = { key: keyOf(layer), state: meanwhile ?? { status: 'loading' } };
    this.entries.set(layer.id, entry);
    const settle = (state: LayerState): void => {
      // the document may have moved on meanwhile
      if (this.entries.get(layer.id) !== entry) return;
      entry.state = state;
      this.onChange(layer.id);
    };
    openLayer(layer, this.context).then(
      (opened) => settle({ status: 'ready', opened }),
      (error: unknown) => {
        if (meanwhile) settle(meanwhile);
        else if (error instanceof UnsupportedLayer) settle({ status: 'unsupported', layerType: error.layerType });
        else if (error instanceof RefusedLayer) settle({ status: 'refused' });
        else settle({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
  }

  /** What is drawn of the document now: visible layers that are ready, bottom first, as layers of a group see their group. */
  drawings(layers: readonly OperationalLayer[], opacity = 1): Drawing[] {
    return layers.flatMap((layer): Drawing[] => {
      if (layer.visibility === false) return [];
      const shown = opacity < 1 ? { ...layer, opacity: (layer.opacity ?? 1) * opacity } : layer;
      if (layer.layerType === 'GroupLayer') return this.drawings(layer.layers ?? [], shown.opacity ?? 1);
      const state = this.state(layer.id);
      return state?.status === 'ready' ? [state.opened.draw(shown)] : [];
    });
  }
}
