// Names of services made from titles.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { afterEach, expect, test, vi } from 'vitest';
import { ownServiceName, publish, serviceName } from './publish-layer.ts';

afterEach(() => vi.unstubAllGlobals());

test('CO-169 blanks of the title become underscores', () => {
  expect(serviceName('Trees of the  city')).toBe('Trees_of_the_city');
});

test('what a service name may not hold is dropped, and a title in another script gets a name all the same', () => {
  expect(serviceName('Roads (2024) – draft!')).toBe('Roads_2024__draft');
  expect(serviceName('2024 roads')).toBe('2024_roads');
  expect(serviceName('Gewässer im Überblick')).toBe('Gewasser_im_Uberblick');
  expect(serviceName('مدن')).toBe('');
  expect(serviceName('مدن 2024')).toBe('');
  expect(serviceName('x'.repeat(300))).toHaveLength(70);
  expect(ownServiceName('مدن', 'layer')).toMatch(/^layer_[a-z0-9]+$/);
});

test('CO-084 the payload of publishing has its parameters as one text', async () => {
  const sent: [string, URLSearchParams][] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    sent.push([address, new URLSearchParams(String(body ?? ''))]);
    const services = [{ type: 'Feature Service', success: false, error: { code: 400, message: 'The file is empty.' } }];
    return new Response(JSON.stringify({ services }));
  });
  const analysis = { publishParameters: { name: 'a', layerInfo: { name: 'a' } }, records: [], fields: [] } as unknown as AnalyzeReply;
  const item = { id: 'i', owner: 'ada', type: 'CSV' };
  const publishing = publish(item, analysis, { title: 'My trees', reading: { wkid: 2056 }, onStatus: () => undefined });
  // A source that cannot be published is a failure with the message of the portal.
  await expect(publishing).rejects.toThrow('The file is empty.');
  const [address, body] = sent[0] ?? ['', new URLSearchParams()];
  expect(address).toContain('/content/users/ada/publish');
  expect(Object.fromEntries(body)).toMatchObject({ itemId: 'i', fileType: 'csv' });
  expect(JSON.parse(body.get('publishParameters') ?? '')).toEqual({
    name: 'My_trees',
    title: 'My trees',
    layerInfo: { name: 'My trees' },
    sourceSR: { wkid: 2056 },
  });
});

test('a publication whose answer was lost is asked for again with the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    keys.push(new URLSearchParams(String(body ?? '')).get('idempotencyKey'));
    if (keys.length === 1) throw new TypeError('network');
    const services = [{ type: 'Feature Service', success: false, error: { code: 400, message: 'The file is empty.' } }];
    return new Response(JSON.stringify({ services }));
  });
  const analysis = { publishParameters: { name: 'a' }, records: [], fields: [] } as unknown as AnalyzeReply;
  const lost: boolean[] = [];
  const onLost = (isLost: boolean) => void lost.push(isLost);
  const work = publish({ id: 'i', owner: 'ada', type: 'CSV' }, analysis, { title: 'a', reading: {}, onStatus: () => undefined, onLost });
  const refused = expect(work).rejects.toThrow('The file is empty.');
  await vi.runAllTimersAsync();
  await refused;
  vi.useRealTimers();
  expect(lost).toEqual([true, false]);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test('publishing that is given up before the portal has answered leaves no layer behind', async () => {
  const giving = new AbortController();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    asked.push(`${address.split('/').at(-1)} ${new URLSearchParams(String(body ?? '')).get('permanentDelete') ?? ''}`.trim());
    if (address.endsWith('/publish')) {
      giving.abort();
      return new Response(JSON.stringify({ services: [{ type: 'Feature Service', serviceItemId: 'made', jobId: 'j' }] }));
    }
    return new Response(JSON.stringify({ success: true, itemId: 'made' }));
  });
  const analysis = { publishParameters: { name: 'a' }, records: [], fields: [] } as unknown as AnalyzeReply;
  const wishes = { title: 'a', reading: {}, onStatus: () => undefined, signal: giving.signal };
  await expect(publish({ id: 'i', owner: 'ada', type: 'CSV' }, analysis, wishes)).rejects.toBe(giving.signal.reason);
  expect(asked).toEqual(['publish', 'delete true']);
});

test('publishing that could not be taken back says why, instead of that nothing is left', async () => {
  const giving = new AbortController();
  vi.stubGlobal('fetch', async (address: string) => {
    giving.abort();
    const services = [{ type: 'Feature Service', serviceItemId: 'made', jobId: 'j' }];
    const refusal = { error: { code: 400, message: 'The item is protected.', details: [] } };
    return new Response(JSON.stringify(address.endsWith('/publish') ? { services } : refusal));
  });
  const analysis = { publishParameters: { name: 'a' }, records: [], fields: [] } as unknown as AnalyzeReply;
  const wishes = { title: 'a', reading: {}, onStatus: () => undefined, signal: giving.signal };
  await expect(publish({ id: 'i', owner: 'ada', type: 'CSV' }, analysis, wishes)).rejects.toThrow('The item is protected.');
});
