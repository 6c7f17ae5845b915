// What a listing offers to whoever holds it, tries it, or asked for it.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { ListingDetails } from './ListingDetails.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LISTING = {
  itemId: 'i1',
  title: 'Road surfaces',
  snippet: null,
  description: null,
  type: 'Web Map',
  licenseBy: 'organization',
  vendor: { id: 'vendor', name: 'Survey', thumbnail: null },
  thumbnail: null,
  screenshots: [],
  listingProperties: { priceDesc: null, licenseType: 'free', trialSupported: true, trialDuration: 14, listingAccess: 'public' },
  properties: { systemRequirements: null, termsAndConditions: null, version: '1.0' },
};

const held = (type: 'trial' | 'purchase', status: string) => ({
  id: `${type}-1`,
  itemId: 'i1',
  type,
  status,
  endDate: type === 'trial' ? Date.UTC(2026, 5, 1) : -1,
  listing: LISTING,
});

async function open(provisions: ReturnType<typeof held>[]) {
  let all = provisions;
  const page = await renderPage(
    <SessionGate>
      <ListingDetails id="i1" />
    </SessionGate>,
    '/home/marketplace.html?listing=i1',
    {
      'portals/self/purchases': () => ({
        purchases: all.filter(({ type }) => type === 'purchase'),
        trials: all.filter(({ type }) => type === 'trial'),
      }),
      'portals/self': () => ({
        id: 'town',
        user: {
          username: 'mayor',
          orgId: 'town',
          role: 'org_admin',
          privileges: ['marketplace:admin:purchase', 'marketplace:admin:startTrial'],
        },
      }),
      'listings/i1/purchase': () => {
        all = [held('purchase', 'active'), held('trial', 'ended')];
        return { success: true, provisionId: 'purchase-1', status: 'active' };
      },
      'content/listings/i1': () => LISTING,
    },
    ['marketplace', 'item-types'],
  );
  await screen.findByRole('heading', { level: 1, name: 'Road surfaces' });
  return page;
}

const offered = (): string[] => ['Start the trial', 'Get it', 'Open the item'].filter((name) => screen.queryByText(name) !== null);

test('what nobody took yet can be tried and taken', async () => {
  await open([]);
  await waitFor(() => expect(offered()).toEqual(['Start the trial', 'Get it']));
});

test('a trial that runs tells its end, and becomes a purchase', async () => {
  await open([held('trial', 'active')]);
  await waitFor(() => expect(offered()).toEqual(['Get it', 'Open the item']));
  expect(screen.getByText(/^Until .*2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Get it' }));
  await waitFor(() => expect(offered()).toEqual(['Open the item']));
  expect(screen.queryByText(/^Until/)).toBeNull();
});

test('while the vendor decides about a purchase the trial goes on, and nothing is asked twice', async () => {
  await open([held('purchase', 'requested'), held('trial', 'active')]);
  await waitFor(() => expect(offered()).toEqual(['Open the item']));
  expect(screen.getByText('The vendor was asked, and decides.')).toBeTruthy();
});
