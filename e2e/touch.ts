// What of a page is too small for a finger, and whether the page scrolls to the side.
import type { Page } from '@playwright/test';

/** A telephone: its pages know that fingers use them. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** How far the page can be scrolled to the side; no page should. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * What can be pressed in the page as it is at this moment, and takes less than 40 px of a finger in one direction: kind, words, and size. What counts is what a
 * finger hits, with the room around what is drawn. Links within a text are as high as its lines, and links alone need 24 px.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS =
      'a[href], button, summary, input:not([type=hidden], [type=file]), select, textarea, [role=button], [role=tab], [role=menuitem]';
    const FINGER = 40;
    const LINK = 24;
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    };
    const isSwitch = (element: Element) => element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
    /** In the middle of a sentence. */
    const isInText = (element: Element) =>
      element.matches('a, button') &&
      getComputedStyle(element).display.startsWith('inline') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (each) => each !== element && each.nodeType === Node.TEXT_NODE && each.textContent?.trim(),
      );
    /** What is drawn of it. */
    const placeOf = (element: Element) => {
      const drawn = isSwitch(element) && !isSeen(element) ? (element as HTMLInputElement).labels?.[0] : element;
      return drawn && isSeen(drawn) ? drawn : undefined;
    };
    const isHit = (element: Element, x: number, y: number) => {
      const found = document.elementFromPoint(x, y);
      if (found === null) return false;
      // the box around a field for several values hands on what hits it
      const box = element.closest('.mantine-MultiSelect-input');
      return element.contains(found) || found.closest('label')?.control === element || (box?.contains(found) ?? false);
    };
    /** How far from its middle it is hit, in one direction. */
    const reach = (element: Element, [x, y]: [number, number], [dx, dy]: [number, number], enough: number) => {
      let far = 0;
      while (far < enough && isHit(element, x + dx * (far + 1), y + dy * (far + 1))) far++;
      return far;
    };
    const small: string[] = [];
    for (const element of document.querySelectorAll(CONTROLS)) {
      const drawn = placeOf(element);
      if (drawn === undefined || isInText(element)) continue;
      // what lies below a dialog cannot be pressed now
      if (element.closest('[inert], [aria-hidden=true]')) continue;
      const least = element.matches('a') ? LINK : FINGER;
      if (drawn.getBoundingClientRect().width >= FINGER && drawn.getBoundingClientRect().height >= least) continue;
      drawn.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = drawn.getBoundingClientRect();
      const middle: [number, number] = [left + width / 2, top + height / 2];
      // covered by something else, such as a dialog
      if (!isHit(element, ...middle)) continue;
      const across = reach(element, middle, [1, 0], FINGER) + reach(element, middle, [-1, 0], FINGER) + 1;
      const down = reach(element, middle, [0, 1], FINGER) + reach(element, middle, [0, -1], FINGER) + 1;
      // the middle lies between two pixels of what is as large as it has to be
      const isLarge = (size: number, needed: number) => size >= needed - 1;
      const isEnough = element.matches('a')
        ? isLarge(down, LINK) && isLarge(across, LINK)
        : isLarge(across, FINGER) && isLarge(down, FINGER);
      if (isEnough) continue;
      const words =
        element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '';
      small.push(`${element.localName} “${words.trim().slice(0, 50)}” ${across} × ${down}`);
    }
    return small;
  });
}
