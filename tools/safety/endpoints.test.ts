// The contract and the application agree: an endpoint is answered, or docs/api/not-yet.md says why not.
import { describe, expect, it } from 'vitest';
import { boundEndpoints } from '../../packages/server/testing/bound-endpoints.ts';
import { contractEndpoints } from '../endpoints.ts';
import { textOf } from '../repository.ts';

/** Rows of the table in docs/api/not-yet.md: name and reason. */
function excused(): Map<string, string> {
  return new Map(
    [...textOf('docs/api/not-yet.md').matchAll(/^\| `(\w+)` \| `[^`]*` \| (.*?) \|$/gm)].map(([, name = '', reason = '']) => [
      name,
      reason,
    ]),
  );
}

describe('the endpoints of the contract', async () => {
  const endpoints = await contractEndpoints();
  const bound = await boundEndpoints();
  const reasons = excused();

  it('are answered, or excused with a reason', () => {
    const silent = endpoints.filter(({ name, endpoint }) => !bound.has(endpoint) && (reasons.get(name) ?? '').length < 10);
    expect(silent.map(({ name, endpoint }) => `${name} ${endpoint.path}`)).toEqual([]);
  });

  it('are not excused once they are answered, nor when they do not exist', () => {
    const unanswered = new Set(endpoints.filter(({ endpoint }) => !bound.has(endpoint)).map(({ name }) => name));
    expect([...reasons.keys()].filter((name) => !unanswered.has(name))).toEqual([]);
  });

  it('have a sentence for the generated page', () => {
    expect(endpoints.filter(({ endpoint }) => endpoint.summary.length < 5).map(({ name }) => name)).toEqual([]);
  });

  it('are at one address each', () => {
    const paths = endpoints.map(({ endpoint }) => endpoint.path.replace(/:\w+/g, ':'));
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});
