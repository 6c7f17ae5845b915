// The names of the features under a click: the tiles of which the map is drawn hold none.
import { queryLayer } from '@graticule/contract/services/feature-server';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { typeField } from '../../features/subtypes.ts';
import type { EditableLayer } from './editable-layer.ts';
import { useFeatureName } from './use-feature-name.ts';

/** A feature by its layer and number. */
interface Found {
  layer: EditableLayer;
  objectId: number;
}

/** Gives the name of each, and the number of the feature until the name is there. One feature needs none, since it is opened at once. */
export function useFoundNames(found: readonly Found[]): (one: Found) => string {
  const nameOf = useFeatureName();
  const asked = found.length > 1 ? [...new Set(found.map(({ layer }) => layer))] : [];
  const answers = useQueries({
    queries: asked.map((layer) => {
      const { displayField, objectIdField } = layer.layer;
      const objectIds = found.flatMap((one) => (one.layer === layer ? [one.objectId] : [])).join(',');
      const outFields = [...new Set([objectIdField, displayField, typeField(layer.layer)?.name])].filter((name) => name).join(',');
      return {
        queryKey: ['viewer-feature', layer.layerId, 'names', objectIds],
        queryFn: () =>
          call(
            queryLayer,
            { service: layer.service, layer: String(layer.layer.id), objectIds, outFields, returnGeometry: false },
            { quiet: true },
          ),
        retry: false,
      };
    }),
  });
  return ({ layer, objectId }) => {
    const { objectIdField } = layer.layer;
    const features = answers[asked.indexOf(layer)]?.data?.features ?? [];
    const named = features.find(({ attributes }) => attributes[objectIdField] === objectId);
    return nameOf(layer.layer, named ?? { attributes: { [objectIdField]: objectId } });
  };
}
