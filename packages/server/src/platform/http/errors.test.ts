// How errors go out: their status, their headers, and what their envelope holds.
import { type ErrorCode, fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { errorReply, mannerOf, toPortalError } from './errors.ts';

const JSON_PATH = '/sharing/rest/content/items/:id';
const SERVICE = '/rest/services/Hosted/:service/FeatureServer/:layer/query';
const ADMIN = '/rest/admin/services/Hosted/:service/FeatureServer/updateDefinition';

it.each<[ErrorCode, 'json' | 'file', string, number]>([
  ['FORBIDDEN', 'json', '', 200],
  ['FORBIDDEN', 'file', '', 403],
  ['FORBIDDEN', 'file', 'json', 200],
  ['ITEM_NOT_FOUND', 'file', '', 404],
  ['TOO_MANY_REQUESTS', 'json', '', 200],
  ['TOO_MANY_REQUESTS', 'file', 'pjson', 200],
  ['TOO_MANY_REQUESTS', 'file', '', 429],
  ['UNAVAILABLE', 'json', '', 503],
  ['TOO_LARGE', 'json', '', 413],
  ['INTERNAL', 'json', '', 500],
])('%s of a %s with f=%s has status %i', (code, manner, format, status) => {
  expect(errorReply(fail(code), mannerOf({ manner, path: JSON_PATH }, format)).status).toBe(status);
});

it.each<[ErrorCode, string | undefined]>([
  ['TOO_MANY_REQUESTS', '30'],
  ['UNAVAILABLE', '5'],
  ['FORBIDDEN', undefined],
])('%s says to try again after %s seconds', (code, seconds) => {
  expect(errorReply(fail(code), mannerOf({ manner: 'json', path: JSON_PATH }, '')).headers['retry-after']).toBe(seconds);
});

it.each<[ErrorCode, string, object]>([
  ['TOKEN_REQUIRED', JSON_PATH, { code: 499, messageCode: 'GWM_0003', message: 'Token Required', details: [] }],
  ['TOKEN_REQUIRED', SERVICE, { code: 499, message: 'Token Required', details: [] }],
  ['TOKEN_REQUIRED', ADMIN, { code: 499, message: 'Token Required', details: [] }],
  ['ITEM_NOT_FOUND', SERVICE, { code: 400, message: 'Item does not exist or is inaccessible.', details: [] }],
])('%s below %s is %j', (code, path, error) => {
  expect(JSON.parse(String(errorReply(fail(code), mannerOf({ manner: 'json', path }, '')).body))).toEqual({ error });
});

it.each([SERVICE, ADMIN, JSON_PATH])('what can be translated goes beside the message below %s', (path) => {
  const reasons = [sentence('source-removed')];
  const { error } = JSON.parse(String(errorReply(fail('UNREADABLE_FILE', { reasons }), mannerOf({ manner: 'json', path }, '')).body));
  expect(error).toEqual({ code: 400, message: expect.stringContaining(reasons[0]?.text ?? ''), details: [], reasons });
});

it.each([
  ['a deadlock', { code: '40P01' }],
  ['a deadlock behind another error', { cause: { code: '40P01' } }],
  ['a column of a layer that is gone', { code: '42703', message: 'column "f6_height" does not exist' }],
  ['a table of a layer that is gone', { code: '42P01', message: `relation "hosted.l_${'0'.repeat(32)}" does not exist` }],
])('%s asks to try again', (_, thrown) => {
  const error = toPortalError(Object.assign(new Error('of the database'), thrown), pino({ level: 'silent' }));
  expect(error).toMatchObject({ code: 'UNAVAILABLE', details: ['Others changed the same at the same time. Try again.'] });
});

it.each([
  { code: '42703', message: 'column "formatt" does not exist' },
  { code: '42P01', message: 'relation "feature_laier" does not exist' },
])('$message is a fault of the server', (thrown) => {
  expect(toPortalError(Object.assign(new Error('x'), thrown), pino({ level: 'silent' }))).toMatchObject({ code: 'INTERNAL' });
});
