import { expect, it } from 'vitest';
import { baseUrlOf } from './credentials.ts';

const asked = { publicUrl: undefined, multiTenant: false };

it('answers each address with links to itself, whichever was asked before', () => {
  const requests = [
    [{ protocol: 'http', host: 'maps.example:8080' }, 'http://maps.example:8080'],
    [{ protocol: 'https', host: 'maps.example:8080' }, 'https://maps.example:8080'],
    [{ protocol: 'https', host: 'maps.example:443' }, 'https://maps.example'],
    [{ protocol: 'http', host: 'other.example' }, 'http://other.example'],
  ] as const;
  for (const [request, url] of [...requests, ...requests]) {
    expect(baseUrlOf(request, asked)).toBe(url);
    expect(baseUrlOf(request, asked)).toBe(url);
  }
});

it('says the configured address whatever a request says', () => {
  const request = { protocol: 'http', host: 'elsewhere.example' } as const;
  expect(baseUrlOf(request, { publicUrl: 'https://maps.example', multiTenant: false })).toBe('https://maps.example');
  expect(baseUrlOf(request, asked)).toBe('http://elsewhere.example');
});

it('knows no address that is none, however often it is asked', () => {
  for (let n = 0; n < 2; n++) expect(() => baseUrlOf({ protocol: 'http', host: '' }, asked)).toThrow(TypeError);
});
