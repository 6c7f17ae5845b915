// The item of a service may say which pop-ups its layers have; fields that are deleted leave those too.
import { changeText } from '../../content/index.ts';
import type { Portal } from '../../platform/context.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { itemTextWithout } from './popup-without.rules.ts';

/**
 * Called after the fields went. That the item goes on naming them breaks nothing, so that nothing fails with it.
 * @param gone names in small letters
 */
export async function forgetInItem(
  portal: Portal,
  { itemId, id }: Pick<HostedLayer, 'itemId' | 'id'>,
  gone: ReadonlySet<string>,
): Promise<void> {
  if (gone.size === 0) return;
  const isGone = (name: string | null | undefined): boolean => name != null && gone.has(name.toLowerCase());
  await changeText(portal, itemId, (text) => itemTextWithout(text, id, isGone)).catch((error: unknown) =>
    portal.log.warn({ err: error, itemId }, 'the pop-ups of an item go on naming fields that are deleted'),
  );
}
