// What a page breaks of the rules of accessibility.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that the page breaks as it is at this moment, each with the places. What comes or goes has come or gone: while it fades nobody reads it. */
export async function rulesBroken(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** The page as it is at this moment breaks no rule. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await rulesBroken(page)).toEqual([]);
}
