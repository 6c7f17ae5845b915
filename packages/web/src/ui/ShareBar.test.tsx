// What is read out of a bar that shows how far work is.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ShareBar } from './ShareBar.tsx';

afterEach(cleanup);

test.each([
  [0.28, '28', '28%'],
  [0.999, '99', '99%'],
  [1, '100', '100%'],
  // work of which nothing is known is not done
  [undefined, null, null],
])('a share of %j is read out as a whole number, or not at all', async (share, now, text) => {
  await renderPage(<ShareBar label="Exporting" share={share} />, '/x', {}, []);
  const bar = await screen.findByRole('progressbar', { name: 'Exporting' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual([now, text]);
});
