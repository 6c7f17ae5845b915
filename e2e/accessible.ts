// What a page breaks of the rules of accessibility.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A notice may begin to fade while the page is looked through; nothing fades as often as this. */
const MOST_LOOKS = 4;

/** The rules that the page breaks as it is at this moment, each with the places. What comes or goes has come or gone: while it fades nobody reads it. */
export async function rulesBroken(page: Page): Promise<string[]> {
  for (let look = 1; ; look++) {
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
    );
    await page.evaluate(() => {
      const counted = window as { began?: number };
      if (counted.began === undefined) {
        const count = (): void => {
          counted.began = (counted.began ?? 0) + 1;
        };
        for (const kind of ['transitionrun', 'animationstart']) document.addEventListener(kind, count, true);
      }
      counted.began = 0;
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const isStill = await page.evaluate(() => (window as { began?: number }).began === 0);
    if (violations.length === 0 || isStill || look === MOST_LOOKS)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }
}

/** The page as it is at this moment breaks no rule. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await rulesBroken(page)).toEqual([]);
}
