// The portal item of a hosted service follows its layers.
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { updateItemRow } from '../content/index.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { hidesFeatures } from './own-rows.ts';
import { degreesOf } from './query/query.ts';
import { serviceOfItem } from './services.store.ts';

/** Gives the item the extent in degrees and the keywords of its layers, in the caller's transaction. @source ADM-4 */
export async function itemFollowsService(portal: Pick<Portal, 'clock'>, db: Db, itemId: string): Promise<void> {
  const service = await serviceOfItem(db, itemId);
  if (service === undefined) return;
  const layers = service.layers.filter((layer) => layer.ready);
  // Everybody who sees the item sees its extent and size: they tell nothing of features that are not for all of them.
  const hides = hidesFeatures(service);
  const boxes = hides ? [] : layers.flatMap((layer) => (layer.extent ? [layer.extent] : []));
  const first = boxes[0] ?? service.settings.initialExtent;
  const box =
    first &&
    degreesOf(
      boxes.reduce(
        (all, one) => [Math.min(all[0], one[0]), Math.min(all[1], one[1]), Math.max(all[2], one[2]), Math.max(all[3], one[3])],
        first,
      ),
    );
  const tableCount = layers.filter((layer) => layer.geometryType === null).length;
  await updateItemRow(db, itemId, {
    auto_keywords: automaticKeywords('Feature Service', {
      hosted: true,
      view: service.settings.isView === true,
      layerCount: layers.length - tableCount,
      tableCount,
    }),
    extent_box: box === undefined ? null : box.map((value, at) => clamp(value, at % 2 === 0 ? 180 : 90)),
    modified: portal.clock.now(),
    hides_size: hides,
  });
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, Number(value.toFixed(6))));
}
