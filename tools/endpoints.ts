// Every endpoint value of the contract, with what the application and the tests do with it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../packages/contract/src/endpoint.ts';
import { isTest, repositoryFiles, textOf } from './repository.ts';
import { ROOT } from './run-program.ts';

const CONTRACT = 'packages/contract/src/';

/** An endpoint with its name in the contract and the file that exports it. */
export interface NamedEndpoint {
  name: string;
  file: string;
  endpoint: Endpoint;
}

/** All endpoints, in the order of their addresses. */
export async function contractEndpoints(): Promise<NamedEndpoint[]> {
  const files = repositoryFiles().filter((path) => path.startsWith(CONTRACT) && path.endsWith('.ts') && !isTest(path));
  const found: NamedEndpoint[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(join(ROOT, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) found.push({ name, file: file.slice(CONTRACT.length), endpoint: value });
    }
  }
  return found.sort((a, b) => (a.endpoint.path === b.endpoint.path ? 0 : a.endpoint.path < b.endpoint.path ? -1 : 1));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'params' in value && 'manner' in value;
}

/** Test files that call an endpoint, by its path or by its name. */
export function testsNaming(): (entry: NamedEndpoint) => string[] {
  const tests = repositoryFiles()
    .filter(isTest)
    .map((path) => ({ path, text: textOf(path) }));
  return ({ name, endpoint }) => {
    const tail = endpoint.path.replace(/^\/sharing\/rest\/?/, '');
    const pattern = tail
      .split('/')
      .map((part) => (part.startsWith(':') || part === '*' ? '[^/\'"`?]+' : part.replace(/[.+^$()|[\]\\]/g, '\\$&')))
      .join('/');
    const calls = tail === '' ? /['"`]\/sharing\/rest['"`]/ : new RegExp(`['"\`/}]${pattern}(['"\`?]|\\$\\{)`);
    const names = new RegExp(`\\b(call|request|url)\\w*\\(\\s*${name}\\b`);
    return tests.filter(({ text }) => calls.test(text) || names.test(text)).map(({ path }) => path);
  };
}
