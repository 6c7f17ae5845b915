// How calls become requests.
import { getItem } from '@graticule/contract/content/items';
import { addItem, createFolder } from '@graticule/contract/content/user-content';
import { signIn } from '@graticule/contract/oauth2/tokens';
import { searchItems } from '@graticule/contract/search';
import { expect, test } from 'vitest';
import { encodeRequest } from './encode.ts';

test('CO-205 CO-206 a read is a GET below the root of the portal, with the parameters of the call in the query', () => {
  const { url, method, body } = encodeRequest(searchItems, { q: 'a & b', start: 1, countFields: ['type', 'tags'], sortField: undefined });
  expect(method).toBe('GET');
  expect(body).toBeUndefined();
  expect(url).toBe('/sharing/rest/search?q=a+%26+b&start=1&countFields=type%2Ctags&f=json');
});

test('SH-217 a read with a query of more than 2000 characters is a POST', () => {
  const { url, method, body } = encodeRequest(searchItems, { q: 'x'.repeat(2000) });
  expect([url, method]).toEqual(['/sharing/rest/search', 'POST']);
  expect((body as URLSearchParams).get('q')).toHaveLength(2000);
});

test('CO-205 CO-206 a change is a POST with the fields of the call, and names in the path are encoded', () => {
  const { url, method, body } = encodeRequest(createFolder, { username: 'ada@x/y', title: 'Roads' });
  expect([url, method]).toEqual(['/sharing/rest/content/users/ada%40x%2Fy/createFolder', 'POST']);
  expect((body as URLSearchParams).toString()).toBe('title=Roads&f=json');
});

test('secrets never stand in an address', () => {
  const { url, method } = encodeRequest(signIn, { username: 'ada', password: 'pw' });
  expect(method).toBe('POST');
  expect(url).not.toContain('pw');
});

test('a file makes the form multipart, after the texts', () => {
  const file = new File(['a,b'], 'trees.csv', { type: 'text/csv' });
  const { body } = encodeRequest(addItem, { username: 'ada', title: 'Trees', tags: ['a', 'b'], async: true, file });
  expect(body).toBeInstanceOf(FormData);
  expect([...(body as FormData).keys()]).toEqual(['title', 'tags', 'async', 'f', 'file']);
  expect((body as FormData).get('tags')).toBe('a,b');
  expect(((body as FormData).get('file') as File).name).toBe('trees.csv');
});

test('a name missing from the path is a mistake of the caller', () => {
  expect(() => encodeRequest(getItem, {})).toThrow("needs 'id'");
});
