// The matrix: every person, every access, every operation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, send } from './ask.ts';
import {
  type Cast,
  copyOf,
  copyOfGroup,
  type ItemAccess,
  invited,
  makeCast,
  makeItems,
  makeServices,
  nameOf,
  newFolder,
  newInvitation,
  newUpload,
  notified,
} from './cast.ts';
import { FEATURE_BLOCKS } from './features.table.ts';
import { GROUP_BLOCKS } from './groups.table.ts';
import { INVITATION_BLOCKS } from './invitations.table.ts';
import { ITEM_BLOCKS, UPLOAD_BLOCKS } from './items.table.ts';
import { ORGANISATION_BLOCKS } from './organisation.table.ts';
import { CONTENT_BLOCKS, MEMBER_BLOCKS, OWN_BLOCKS, PROFILE_BLOCKS, SELF_BLOCKS } from './people.table.ts';
import { type Answer, type Block, type Call, type Expected, PEOPLE, type Person, type Target, written } from './table.ts';

/** The embedded engine takes everything in turn. */
const SLOWLY = 300_000;

let cast: Cast;
let items: Record<ItemAccess, Target>;
let services: Record<ItemAccess, Target>;
let passer = '';
let invitations: Record<string, Target>;

beforeAll(async () => {
  cast = await makeCast();
  items = await makeItems(cast);
  services = await makeServices(cast);
  passer = await cast.passerBy();
  const [open, waiting, named] = await Promise.all(['open', 'waiting', 'named'].map((kind) => newInvitation(cast, kind)));
  invitations = { open: open ?? {}, waiting: waiting ?? {}, named: named ?? {} };
}, SLOWLY);
afterAll(() => cast.t.close());

/** All answers to one call. */
async function answers(
  block: Block,
  call: Call,
  targets: Record<string, Target>,
  fresh: (target: Target) => Promise<Target>,
): Promise<Expected> {
  const all: Record<string, Record<Person, Answer>> = {};
  for (const [access, original] of Object.entries(targets)) {
    if (!(access in block.expected)) continue;
    const ask = async (person: Person, target: Target): Promise<Answer> =>
      answerOf(await send(cast.agent(person), call, { ...target, self: nameOf(person) }));
    const row: Partial<Record<Person, Answer>> = {};
    if (!block.consumes && block.before === undefined) {
      const each = await Promise.all(PEOPLE.map((person) => ask(person, original)));
      for (const [index, person] of PEOPLE.entries()) row[person] = each[index];
      all[access] = row as Record<Person, Answer>;
      continue;
    }
    let target = block.consumes ? await fresh(original) : original;
    for (const person of PEOPLE) {
      if (block.before !== undefined) await send(cast.agent('owner'), block.before, target);
      const answer = await ask(person, target);
      row[person] = answer;
      if (block.consumes && answer === '+') target = await fresh(original);
    }
    all[access] = row as Record<Person, Answer>;
  }
  return all;
}

const nameOfCall = (call: Call): string => call.endpoint.path.replace(/^\/sharing\/rest\//, '');

/** Checks blocks on targets that exist only once the portal runs. */
function check(blocks: readonly Block[], targets: () => Record<string, Target>, fresh: (target: Target) => Promise<Target>): void {
  describe.each(blocks.map((block) => [block.title, block] as const))('who may %s', (_, block) => {
    it.each(block.calls.map((call) => [nameOfCall(call), call] as const))(
      '%s',
      async (_name, call) => {
        expect(written(await answers(block, call, targets(), fresh))).toBe(written(block.expected));
      },
      SLOWLY,
    );
  });
}

const none = (target: Target): Promise<Target> => Promise.resolve(target);

check(
  ITEM_BLOCKS,
  () => items,
  (target) => copyOf(cast, target),
);
check(
  UPLOAD_BLOCKS,
  () => ({ upload: {} }),
  () => newUpload(cast),
);
check(FEATURE_BLOCKS, () => services, none);
check(
  GROUP_BLOCKS,
  () => {
    const { private: closed, org, public: open } = cast.groups;
    return Object.fromEntries(
      Object.entries({ private: closed, org, public: open }).map(([access, id]) => [access, { ...cast.common, id }]),
    );
  },
  (target) => copyOfGroup(cast, target),
);
check(
  OWN_BLOCKS,
  () => ({ own: { ...cast.common, kind: 'own' }, invited: { ...cast.common, kind: 'invited' } }),
  async (target) => (target.kind === 'invited' ? invited(cast) : notified(cast)),
);
check(
  CONTENT_BLOCKS,
  () => ({ content: cast.common }),
  () => newFolder(cast),
);
check(
  MEMBER_BLOCKS,
  () => ({ member: { ...cast.common, username: passer } }),
  async () => ({ ...cast.common, username: await cast.passerBy() }),
);
check(SELF_BLOCKS, () => ({ self: cast.common }), none);
check(
  INVITATION_BLOCKS,
  () => invitations,
  (target) => newInvitation(cast, target.kind ?? ''),
);
check(ORGANISATION_BLOCKS, () => ({ home: { ...cast.common, portal: cast.t.orgId, otherOrgId: cast.otherOrgId } }), none);

describe.each(['private', 'org', 'public'])('with a profile that is %s', (access) => {
  beforeAll(async () => {
    await cast.agent('owner').post(`community/users/${nameOf('owner')}/update`, { access });
  });
  afterAll(async () => {
    await cast.agent('owner').post(`community/users/${nameOf('owner')}/update`, { access: 'org' });
  });
  check(
    PROFILE_BLOCKS.map((block) => ({ ...block, expected: only(block.expected, access) })),
    () => ({ [access]: cast.common }),
    none,
  );
});

function only(expected: Expected, access: string): Expected {
  const row = expected[access];
  if (row === undefined) throw new Error(`The table has no line for ${access}.`);
  return { [access]: row };
}
