// Every endpoint stands in a table of permissions, or in the list of those that need none, with the reason.
import { describe, expect, it } from 'vitest';
import { ALL_BLOCKS } from '../../packages/server/permissions/blocks.ts';
import { NOT_IN_THE_MATRIX } from '../../packages/server/permissions/not-in-the-matrix.ts';
import { boundEndpoints } from '../../packages/server/testing/bound-endpoints.ts';
import { contractEndpoints } from '../endpoints.ts';

describe('the permissions of endpoints', async () => {
  const bound = await boundEndpoints();
  const endpoints = (await contractEndpoints()).filter(({ endpoint }) => bound.has(endpoint));
  const inTables = new Set(ALL_BLOCKS.flatMap((block) => block.calls.map((call) => call.endpoint)));
  const excused = new Set([...NOT_IN_THE_MATRIX.values()].flat());

  it('are proved: add a new endpoint to a table in packages/server/permissions, or to not-in-the-matrix.ts with the reason', () => {
    const missing = endpoints.filter(({ endpoint }) => !inTables.has(endpoint) && !excused.has(endpoint));
    expect(missing.map(({ name, endpoint }) => `${name} ${endpoint.path}`)).toEqual([]);
  });

  it('are not excused when they are proved', () => {
    expect([...excused].filter((endpoint) => inTables.has(endpoint)).map(({ path }) => path)).toEqual([]);
  });

  it('have reasons that say something', () => {
    expect([...NOT_IN_THE_MATRIX.keys()].filter((reason) => reason.length < 20)).toEqual([]);
  });
});
