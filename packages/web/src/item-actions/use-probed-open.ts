// Opens the data of an item for somebody who may not be allowed to: the portal is asked first.
import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';
import { useTranslate } from '../language/use-language.ts';

/**
 * A click handler that asks with HEAD whether the data may be read: 403 says so, anything else opens it anyway.
 * @source SH-205, SH-206
 */
export function useProbedOpen(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const t = useTranslate();
  return (event) => {
    const link = event.currentTarget;
    // asked once; the click that follows goes through
    if (link.dataset.probed) return;
    event.preventDefault();
    void isForbidden(link.href).then((forbidden) => {
      if (forbidden) {
        notifications.show({
          title: t('item.no-permission'),
          message: t('item.no-permission-text'),
          color: 'vermilion',
          autoClose: 10_000,
        });
        return;
      }
      link.dataset.probed = 'true';
      link.click();
      delete link.dataset.probed;
    });
  };
}

async function isForbidden(href: string): Promise<boolean> {
  try {
    return (await fetch(href, { method: 'HEAD', credentials: 'same-origin' })).status === 403;
  } catch {
    return false;
  }
}
