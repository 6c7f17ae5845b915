// Reads a pasted list or a CSV file of people to invite.
import type { Invitee } from '@graticule/contract/portals/invitations';
import { DATA_EDITOR_ROLE_ID, VIEWER_ROLE_ID } from '@graticule/contract/privileges';
import { emailProblem } from '../../people/password-rules.ts';

/** A line that is not understood, counted from 1. */
interface UnreadLine {
  line: number;
  text: string;
}

/** What was read. */
export interface InviteList {
  people: Invitee[];
  unread: UnreadLine[];
}

type Column = 'email' | 'username' | 'firstname' | 'lastname' | 'fullname' | 'role';

const HEADINGS: Readonly<Record<string, Column>> = {
  email: 'email',
  mail: 'email',
  address: 'email',
  emailaddress: 'email',
  username: 'username',
  user: 'username',
  login: 'username',
  firstname: 'firstname',
  givenname: 'firstname',
  lastname: 'lastname',
  surname: 'lastname',
  familyname: 'lastname',
  fullname: 'fullname',
  name: 'fullname',
  role: 'role',
};

const ROLE_WORDS: Readonly<Record<string, string>> = {
  admin: 'org_admin',
  administrator: 'org_admin',
  publisher: 'org_publisher',
  user: 'org_user',
  creator: 'org_user',
  viewer: VIEWER_ROLE_ID,
  dataeditor: DATA_EDITOR_ROLE_ID,
  editor: DATA_EDITOR_ROLE_ID,
};

/**
 * People by line: an address, several addresses, `Ann Lee <ann@example.org>`, `Ann Lee, ann@example.org`, a name alone (a link for whoever
 * gets it), or a table with a heading. Who is named twice counts once.
 */
export function readInviteList(text: string): InviteList {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const list: InviteList = { people: [], unread: [] };
  const first = lines.findIndex((line) => line.trim() !== '');
  const heading = first < 0 ? undefined : readHeading(lines[first] ?? '');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (heading && index === first)) continue;
    const people = heading ? readRow(line, heading) : readLine(line);
    if (people === undefined) list.unread.push({ line: index + 1, text: line.trim().slice(0, 80) });
    else list.people.push(...people);
  }
  return { ...list, people: withoutDoubles(list.people) };
}

interface Heading {
  separator: string;
  columns: (Column | undefined)[];
}

function readHeading(line: string): Heading | undefined {
  if (line.includes('@')) return undefined;
  const separator = ['\t', ';', ','].find((each) => line.includes(each)) ?? ',';
  const columns = cells(line, separator).map((cell) => HEADINGS[cell.toLowerCase().replace(/[\s_-]/g, '')]);
  return columns.includes('email') || columns.includes('username') ? { separator, columns } : undefined;
}

/** Cells of a line; doubled quotes inside quotes stand for one. */
function cells(line: string, separator: string): string[] {
  const found: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? '';
    if (c === '"' && isQuoted && line[i + 1] === '"') {
      cell += c;
      i++;
    } else if (c === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (c === separator && !isQuoted) {
      found.push(cell.trim());
      cell = '';
    } else cell += c;
  }
  return [...found, cell.trim()];
}

function readRow(line: string, { separator, columns }: Heading): Invitee[] | undefined {
  const person: Invitee = {};
  for (const [index, value] of cells(line, separator).entries()) {
    const column = columns[index];
    if (column === undefined || value === '') continue;
    if (column === 'email' && emailProblem(value)) return undefined;
    person[column] = column === 'role' ? (ROLE_WORDS[value.toLowerCase().replace(/[\s_-]/g, '')] ?? value) : value;
  }
  return person.email || person.username || person.fullname || person.lastname ? [person] : undefined;
}

function readLine(line: string): Invitee[] | undefined {
  const named = /^\s*"?([^"<@]+?)"?\s*<([^<>]+)>\s*[,;]?\s*$/.exec(line);
  if (named) return emailProblem(named[2] ?? '') ? undefined : [{ fullname: (named[1] ?? '').trim(), email: (named[2] ?? '').trim() }];
  const parts = line
    .split(/[,;\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const emails = parts.flatMap((part) => (part.includes('@') ? part.split(/\s+/) : []));
  if (emails.some((email) => emailProblem(email) !== undefined)) return undefined;
  const names = parts.filter((part) => !part.includes('@'));
  if (emails.length === 0) return names.length === 1 ? [{ fullname: names[0] ?? '' }] : undefined;
  if (emails.length > 1) return names.length === 0 ? emails.map((email) => ({ email })) : undefined;
  return [{ email: emails[0] ?? '', ...(names.length > 0 ? { fullname: names.join(' ') } : {}) }];
}

function withoutDoubles(people: readonly Invitee[]): Invitee[] {
  const seen = new Set<string>();
  return people.filter((person) => {
    const key = person.email?.toLowerCase() ?? (person.username ? `=${person.username.toLowerCase()}` : undefined);
    if (key === undefined) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
