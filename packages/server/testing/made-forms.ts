// Forms made by chance: parts and pairs that are right, nearly right and spoilt, and values in the place of those that are right.
import fc from 'fast-check';
import { HOSTILE } from './corpus/forms.ts';

/** The separator of the parts. */
export const BOUNDARY = 'b';

/** The head of a part of a form. */
export const head = (disposition: string, more = ''): string => `Content-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
const fields = [
  'features',
  'addToDefinition',
  'appendUploadFormat',
  'partId',
  'attachment',
  'fileType',
  'publishParameters',
  'text',
  'username',
  'q',
  'num',
  'f',
  'token',
  'callback',
  'é"',
  '__proto__',
  'constructor',
];
const values = [
  'csv',
  '{}',
  '{"__proto__":{"a":1}}',
  'a,lat,lon\n1,2,3\n',
  '',
  '\0',
  '-1',
  '9'.repeat(400),
  '[[[[',
  '\ud800',
  '💥',
  '%',
  '{"a":',
];
const anyText = fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 40 }));

/** Parts that are right in form, and some that nearly are. */
const part = fc.oneof(
  fc.tuple(fc.constantFrom(...fields), anyText).map(([name, value]) => `${head(`name="${name}"`)}${value}`),
  fc
    .tuple(
      fc.constantFrom('file', 'other', 'thumbnail', 'attachment', 'partFile'),
      fc.constantFrom('a.csv', '../../x', 'a\\b', '', '.', '\u202etxt.exe', 'x'.repeat(3_000)),
      anyText,
    )
    .map(([name, file, value]) => `${head(`name="${name}"; filename="${file}"`, 'Content-Type: text/csv\r\n')}${value}`),
  fc.constantFrom(
    head('name=file; filename*=UTF-8%%x'),
    head('filename="only.csv"'),
    head('name="a"', 'Content-Transfer-Encoding: base64\r\n'),
    `${head('name="a"', `${'X-H: y\r\n'.repeat(200)}`)}v`,
    `${head('name="a"', 'Content-Type: multipart/mixed; boundary=c\r\n')}--c\r\n\r\nx\r\n--c--`,
    'no head at all',
  ),
);
const multipart = fc
  .array(part, { maxLength: 6 })
  .map((parts) => Buffer.from(`${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`));

/** The body of a form in parts, with bytes changed, left out or said twice, or cut off. */
export const spoilt = fc
  .tuple(
    multipart,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom('change', 'drop', 'twice', 'cut')), { maxLength: 4 }),
  )
  .map(([body, faults]) =>
    faults.reduce((bytes, [where, byte, fault]) => {
      const at = bytes.length === 0 ? 0 : where % bytes.length;
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      if (fault === 'cut') return Buffer.from(before);
      if (fault === 'drop') return Buffer.concat([before, after.subarray(1)]);
      if (fault === 'twice') return Buffer.concat([before, after, after]);
      return Buffer.concat([before, Buffer.of(byte), after.subarray(1)]);
    }, body),
  );

const NAMES = ['f', 'F', 'f%00', 'token', 'callback', 'q', 'a[b][c]', '%', '%zz', '%C3', '+', '__proto__', 'text', 'expiration', ''];
/** The body of a form as pairs. */
export const urlEncoded = fc
  .array(
    fc.tuple(
      fc.constantFrom(...NAMES),
      fc.oneof(fc.constantFrom('json', 'html', '%', '%E0%A4', 'a=b', '%00', '&&', '💥'), fc.string({ unit: 'binary', maxLength: 30 })),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join('&')));

type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };

/** What is done to one place of a value: another value, nothing, twice, within something, or a part of itself. */
export interface Fault {
  place: number;
  kind: 'other' | 'gone' | 'twice' | 'within' | 'empty';
  value: unknown;
}

const anyValue = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** One or two faults. */
export const faults: fc.Arbitrary<Fault[]> = fc.array(
  fc.record({
    place: fc.nat(10_000),
    kind: fc.constantFrom('other', 'other', 'other', 'gone', 'twice', 'within', 'empty'),
    value: anyValue,
  }),
  { minLength: 1, maxLength: 2 },
);

/** The values of a form with faults in them; they themselves stay as they are. */
export function withFaults(given: Record<string, unknown>, list: readonly Fault[]): Record<string, unknown> {
  const whole = structuredClone(given) as Record<string, Json>;
  for (const { place, kind, value } of list) {
    const places = placesOf(whole);
    const [holder, name] = places[place % places.length] ?? [whole, ''];
    const before = holder[name];
    if (kind === 'gone') delete holder[name];
    else if (kind === 'twice') holder[name] = Array.isArray(before) ? [...before, ...before] : [before, before];
    else if (kind === 'within') holder[name] = { a: before };
    else if (kind === 'empty') holder[name] = Array.isArray(before) ? [] : typeof before === 'object' ? {} : '';
    else holder[name] = value as Json;
  }
  return whole;
}

/** Everything in a value, outermost last. */
function placesOf(value: Json, found: [Record<string, Json>, string][] = []): [Record<string, Json>, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const name of Object.keys(value)) {
    placesOf((value as Record<string, Json>)[name], found);
    found.push([value as Record<string, Json>, name]);
  }
  return found;
}
