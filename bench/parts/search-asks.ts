// What is asked of a large catalogue, and how much each kind of search may take.
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { OWNERS, PLACES, pickPlace, pickSubject, pickType, SUBJECTS, typeNamed } from '../catalogue.ts';
import type { Ask } from './search-floor.ts';

/** Members who ask; a few, because each needs a token. */
const MEMBERS = 40;

/** Milliseconds within which 95 of 100 answers come, for one caller and for sixteen. */
export interface Limits {
  p95: readonly [number, number];
  /** Times the throughput of the plain statement. */
  ratio?: number;
}

/** One kind of search. */
export interface Kind {
  name: string;
  path: string;
  params: (ask: Ask) => Record<string, string>;
  /** The plain statement of the same kind: its order and where the page begins. */
  floor?: ['relevance' | 'modified', number];
  limits?: Limits;
}

const words = (ask: Ask): string => ask.q + (ask.type === undefined ? '' : ` AND type:"${ask.type}"`);
const newest = { sortField: 'modified', sortOrder: 'desc' };
const find = '/sharing/rest/search';

/** Every kind; `limits` are those of a search by words, `slower` times as much is allowed to the others too. */
export function kinds(limits: Limits, slower = 1): Kind[] {
  const [one, many] = limits.p95;
  const within = (onceMs: number, manyMs: number): Limits => ({ p95: [onceMs * slower, manyMs * slower] });
  return [
    { name: 'by relevance, page 1', path: find, params: (ask) => ({ q: words(ask) }), floor: ['relevance', 0], limits },
    { name: 'by relevance, page 10', path: find, params: (ask) => ({ q: words(ask), start: '91' }), floor: ['relevance', 90], limits },
    { name: 'by modified, page 1', path: find, params: (ask) => ({ q: words(ask), ...newest }), floor: ['modified', 0], limits },
    {
      name: 'by modified, page 10',
      path: find,
      params: (ask) => ({ q: words(ask), ...newest, start: '91' }),
      floor: ['modified', 90],
      limits,
    },
    {
      name: 'with three facets',
      path: find,
      params: (ask) => ({ q: words(ask), countFields: 'type,access,tags' }),
      limits: { p95: [one, many] },
    },
    {
      name: 'with five filters',
      path: find,
      params: (ask) => ({
        q: `${ask.q} AND type:"${ask.type ?? 'Web Map'}" AND access:public AND modified:[1600000000000 TO *] AND numviews:[5 TO *]`,
        bbox: '-100,-40,60,60',
      }),
      limits: within(150, 400),
    },
    { name: 'with a misspelt word', path: find, params: ({ q }) => ({ q: q.replace(/(.)(.)(?=.{2}( |$))/, '$2$1') }) },
    {
      name: 'suggestions',
      path: `${find}/suggest`,
      params: ({ q }) => ({ text: q.slice(0, Math.max(2, q.length - 2)) }),
      limits: within(60, 250),
    },
  ];
}

/** Words as people ask: a subject, with a place, with another subject, a place; a quarter within a type, three of ten strangers. */
export function asks(count: number): Ask[] {
  const random = seededRandom(501);
  const subject = (): string => SUBJECTS[pickSubject(random)] ?? '';
  const place = (): string => (PLACES[pickPlace(random) % 3_000] ?? '').toLowerCase();
  return Array.from({ length: count }, () => {
    const kind = random.next();
    const q = kind < 0.35 ? subject() : kind < 0.65 ? `${subject()} ${place()}` : kind < 0.85 ? `${subject()} ${subject()}` : place();
    return {
      q,
      type: random.next() < 0.25 ? typeNamed(pickType(random) % 20) : undefined,
      member: random.next() < 0.7 ? random.integer(0, MEMBERS - 1) * Math.floor(OWNERS / MEMBERS) : undefined,
    };
  });
}
