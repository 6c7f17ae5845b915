import { PortalError } from '@graticule/contract/errors';
import { expect, it } from 'vitest';
import type { Portal } from '../platform/context.ts';
import { isServiceName, nameOfFile, serviceNameAvailable } from './services.ts';

/** Refused names need nothing of the portal. */
async function refusalOf(name: string): Promise<PortalError> {
  const error = await serviceNameAvailable({} as Portal, name).catch((caught: unknown) => caught);
  if (!(error instanceof PortalError)) throw error;
  return error;
}

it.each(['a', '7', 'Trees_2', 'x_', '9_b'])('%j may be the name of a service', (name) => expect(isServiceName(name)).toBe(true));

it.each(['', '_a', 'a b', 'a-b', 'Bäume', 'a/b', 'a\n', 'x'.repeat(99)])('%j may not, and is refused', async (name) => {
  expect(isServiceName(name)).toBe(false);
  expect(await refusalOf(name)).toMatchObject({ code: 'SERVICE_NAME_INVALID' });
});

it('the refusal of a name tells callers and people how long it may be, and how it begins', async () => {
  const { details, reasons } = await refusalOf('_a');
  for (const told of [details.join(' '), reasons[0]?.text ?? '']) {
    const most = Number(/(\d+) at most/.exec(told)?.[1]);
    expect(
      [most, most + 1].map((length) => isServiceName('x'.repeat(length))),
      told,
    ).toEqual([true, false]);
    expect(told).toContain('begin with a letter or a digit');
  }
});

it.each([
  ['roads.csv', 'roads'],
  ['St.Gallen trees', 'St_Gallen_trees'],
  ['St.Gallen.geojson', 'St_Gallen'],
  ['tiles.pmtiles', 'tiles'],
])('a service of %j is called %s', (file, name) => expect(nameOfFile(file)).toBe(name));
