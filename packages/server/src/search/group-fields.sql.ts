// What the fields of a group query compare.
import { type RawBuilder, sql } from 'kysely';
import type { Field, SearchTarget } from './compile-query.sql.ts';

const column = (name: string): RawBuilder<unknown> => sql.ref(`user_group.${name}`);

function flagIs(name: string): Field {
  return {
    kind: 'special',
    matches: (value) => (value === 'true' || value === 'false' ? sql`${column(name)} = ${value === 'true'}` : sql`false`),
  };
}

/** @source contract G4 */
const FIELDS: Readonly<Record<string, Field>> = {
  id: { kind: 'text', column: column('id') },
  owner: { kind: 'text', column: column('owner') },
  orgid: { kind: 'text', column: column('org_id') },
  accountid: { kind: 'text', column: column('org_id') },
  access: { kind: 'text', column: column('access') },
  membershipaccess: { kind: 'text', column: column('membership_access') },
  title: { kind: 'words', name: 'title', whole: sql`lower(${column('title')})` },
  snippet: { kind: 'words', name: 'snippet' },
  description: { kind: 'words', name: 'description' },
  tags: { kind: 'whole-or-words', name: 'tags' },
  typekeywords: { kind: 'whole-or-words', name: 'typekeywords' },
  capabilities: { kind: 'whole-or-words', name: 'capabilities' },
  phone: { kind: 'whole-or-words', name: 'phone' },
  created: { kind: 'date', column: column('created') },
  modified: { kind: 'date', column: column('modified') },
  isinvitationonly: flagIs('invitation_only'),
  isviewonly: flagIs('view_only'),
  isopendata: { kind: 'special', matches: (value) => (value === 'false' ? sql`true` : sql`false`) },
};

/** The target of group searches. */
export const GROUP_TARGET: SearchTarget = {
  search: column('search'),
  field: (name) => (Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined),
};
