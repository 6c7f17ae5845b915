// A new version of the public client for feature services may bring functions that no test here calls yet.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as client from '@esri/arcgis-rest-feature-service';
import { expect, it } from 'vitest';

it('every function of the client for feature services is called against a listening portal', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.conformance.ts'));
  const sources = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')));
  const functions = Object.entries(client).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  expect(functions.length).toBeGreaterThan(20);
  expect(functions.filter((name) => !sources.some((source) => source.includes(`${name}(`)))).toEqual([]);
});
