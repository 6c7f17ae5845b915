// Several files that were added are published at once: two at a time, each with its result, and what needs a person waits.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { endUploads, offerFiles, useOpenUploads } from '../../uploads/open-uploads.ts';
import type { Upload, Uploaded } from '../../uploads/upload-item.ts';
import { UploadCenter } from './UploadCenter.tsx';

vi.mock('../../uploads/upload-item.ts', () => ({
  giveUpUpload: async () => undefined,
  uploadItem: async ({ username: owner, type, title }: Upload): Promise<Uploaded> => ({ id: `of-${title}`, owner, type, title }),
}));

/** Jobs of layers that are being made, by the name of the service. */
let jobs: Map<string, 'processing' | 'completed' | 'failed'>;
let taken: Set<string>;
beforeEach(() => {
  localStorage.clear();
  jobs = new Map();
  taken = new Set();
});
afterEach(() => {
  act(endUploads);
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const uploads = useOpenUploads();
  return uploads ? <UploadCenter uploads={uploads} /> : <p>ready</p>;
}

const field = { name: 'a', alias: 'a', type: 'esriFieldTypeString' };
const found = (more: object) => ({
  fileUrl: null,
  publishParameters: {
    name: 'x',
    locationType: 'coordinates',
    columnDelimiter: ',',
    encoding: 'utf-8',
    layerInfo: { fields: [field] },
    ...more,
  },
  records: [],
  fields: ['a'],
});
const paramsOf = ({ url, body }: { url: string; body: string }) => new URLSearchParams(body || (url.split('?')[1] ?? ''));

async function open(...names: string[]) {
  const view = await renderPage(
    <SessionGate>
      <Page />
    </SessionGate>,
    '/x',
    {
      isServiceNameAvailable: (request) => ({ available: !taken.has(paramsOf(request).get('name') ?? '') }),
      'portals/self': () => ({
        id: 'o',
        user: { username: 'ada', orgId: 'o', privileges: ['portal:user:createItem', 'portal:publisher:publishFeatures'] },
      }),
      'features/analyze': (request) => {
        const id = paramsOf(request).get('itemId') ?? '';
        if (id.includes('broken')) return { error: { code: 400, message: 'The file is empty.', details: [] } };
        return found(id.includes('nowhere') ? { locationType: 'none' } : {});
      },
      'features/generate': () => ({ featureCollection: { layers: [] } }),
      '/ada/publish': (request) => {
        const { name } = JSON.parse(paramsOf(request).get('publishParameters') ?? '{}');
        jobs.set(name, 'processing');
        return {
          services: [{ type: 'Feature Service', serviceItemId: name, serviceurl: '', encodedServiceURL: '', size: -1, jobId: 'j' }],
        };
      },
      '/status': ({ url }) => ({ status: jobs.get(/items\/(\w+)\/status/.exec(url)?.[1] ?? ''), itemId: 'x' }),
      '/delete': () => ({ success: true }),
      publishReport: () => ({ layers: [{ layer: 'x', featuresLoaded: 3, rowsRefused: 0, geometriesRepaired: 0, problems: [] }] }),
    },
    ['content', 'item', 'item-types', 'formats'],
  );
  await screen.findByText('ready');
  act(() => offerFiles('ada', { files: names.map((name) => new File(['x'], name)), folder: undefined }));
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByRole('button', { name: `Add ${names.length} files` }));
  return view;
}
const row = (title: string) => within(screen.getByRole('region', { name: title }));
const bar = () => within(screen.getByRole('region', { name: 'Publish all files' }));
const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const slow = { timeout: 8000 };

test('all are published, two at a time; a broken one stops no other, and one that needs a choice opens its steps', async () => {
  taken.add('first');
  await open('first.csv', 'broken.csv', 'nowhere.csv', 'last.csv', 'more.csv');
  await userEvent.click(await screen.findByRole('button', { name: 'Publish all 5' }));
  expect(document.activeElement).toBe(bar().getByRole('button', { name: 'Stop publishing' }));
  await waitFor(() => expect([...jobs.keys()].sort()).toEqual(['first_2', 'last']), slow);
  expect(row('more').getByText('Waits for its turn to be published')).toBeTruthy();
  expect(bar().getByRole('status').textContent).toBe('Publishing: 2 of 5 done');
  expect(leave()).toBe(true);
  jobs.set('first_2', 'completed');
  expect((await row('first').findByRole('link', { name: "See the layer's page" }, slow)).getAttribute('href')).toContain('first_2');
  await waitFor(() => expect(jobs.has('more')).toBe(true), slow);
  jobs.set('last', 'completed');
  jobs.set('more', 'failed');
  await waitFor(() => expect(bar().getByRole('status').textContent).toBe('2 files were published. 3 files were not: see below why.'), slow);
  expect(leave()).toBe(false);
  // whoever stayed at the button that stops it goes on at what came of it
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Publish all files' }));
  // the same would come of another try
  expect(bar().queryByRole('button')).toBeNull();
  expect(row('broken').getByRole('alert').textContent).toContain('The file is empty.');
  expect(row('more').getByText('Not published yet')).toBeTruthy();
  expect(row('nowhere').getByText(/No column says where the rows are/)).toBeTruthy();
  expect(row('nowhere').queryByLabelText('Name of the layer')).toBeNull();
  await userEvent.click(row('nowhere').getByRole('button', { name: 'Choose and publish: nowhere' }));
  expect(row('nowhere').getByLabelText('Name of the layer')).toBeTruthy();
});

test('stopping gives up what runs, and leaves the others as they were', async () => {
  const { asked } = await open('a.csv', 'b.csv', 'c.csv');
  await userEvent.click(await screen.findByRole('button', { name: 'Publish all 3' }));
  await waitFor(() => expect(jobs.size).toBe(2), slow);
  await userEvent.click(bar().getByRole('button', { name: 'Stop publishing' }));
  await waitFor(() => expect(asked.filter(({ url }) => /items\/[ab]\/delete/.test(url))).toHaveLength(2), slow);
  expect(await row('a').findByText(/Publishing was given up/, {}, slow)).toBeTruthy();
  expect(row('c').getByLabelText('Name of the layer')).toBeTruthy();
  expect(jobs.size).toBe(2);
  await waitFor(() => expect(leave()).toBe(false));
  expect(await screen.findByRole('button', { name: 'Publish all 3' })).toBeTruthy();
});

test('a single file has its own button alone', async () => {
  await open('a.csv', 'b.pdf');
  expect(await row('a').findByLabelText('Name of the layer', {}, slow)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish all/ })).toBeNull();
});
