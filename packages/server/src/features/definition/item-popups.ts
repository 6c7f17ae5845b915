// The item of a service may say which pop-ups its layers have; fields that are deleted, or that a view does not show any more, leave those too.
import { changeText } from '../../content/index.ts';
import type { Portal } from '../../platform/context.ts';
import type { FieldsGone } from '../layers.rules.ts';
import { itemTextWithout } from './popup-without.rules.ts';

/**
 * Called after the fields went, of a layer and of its views. That an item goes on naming them breaks nothing, so that nothing fails with it.
 * One after the other: layers of one item share its text.
 */
export async function forgetInItems(portal: Portal, layers: readonly FieldsGone[]): Promise<void> {
  for (const { itemId, layerId, gone } of layers) {
    if (gone.size === 0) continue;
    const isGone = (name: string | null | undefined): boolean => name != null && gone.has(name.toLowerCase());
    await changeText(portal, itemId, (text) => itemTextWithout(text, layerId, isGone)).catch((error: unknown) =>
      portal.log.warn({ err: error, itemId }, 'the pop-ups of an item go on naming fields that are deleted'),
    );
  }
}
