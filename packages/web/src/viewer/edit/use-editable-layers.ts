// The layers of the open map, and how they stand with editing; the topmost first.
import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { useViewer } from '../viewer-context.ts';
import { type EditableLayer, featureLayers, type OtherLayer, openForEditing } from './editable-layer.ts';

/** Undefined until all of them answered. */
export function useEditableLayers(): (EditableLayer | OtherLayer)[] | undefined {
  const session = useSession();
  const { map } = useViewer();
  const layers = featureLayers(map).reverse();
  const results = useQueries({
    queries: layers.map((layer) => ({
      queryKey: ['viewer-edit', layer.id, layer.url, session.user?.username],
      queryFn: () => openForEditing(layer, session),
      staleTime: 60_000,
    })),
  });
  const found = results.flatMap(({ data }) => data ?? []);
  return found.length === layers.length ? found : undefined;
}
