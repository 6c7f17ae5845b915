// Handing items over: one, several, those of a folder, or everything of a member with the groups.
import type { BulkResult, ReassignResult } from '@graticule/contract/content/user-content';
import { fail, type PortalError } from '@graticule/contract/errors';
import { reassignGroupsOf } from '../groups/index.ts';
import { accountByName } from '../identity/index.ts';
import { privilegesOfRole } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { bulkError, bulkResults, refuse, type Selection, selectItems } from './bulk.ts';
import { closeFolder } from './discard.ts';
import { mayDo } from './items.rules.ts';
import { itemsWithRight, setOwner } from './items.store.ts';
import { folderTitled, type ItemAddress, type Person, requireUserItem } from './items.ts';
import { itemReassigned } from './lifecycle.ts';
import { companionsOf, namesTaken, someItemsOf } from './reassign.store.ts';

const BATCH = 500;
const WRITE_ATTEMPTS = 3;

/** Who gets the items, and where they go. */
interface Target extends Person {
  org_id: string | null;
  /** By title; made when missing. Undefined is the root. */
  folderTitle: string | undefined;
}

/** What a client names. */
export interface ReassignInput {
  targetUsername: string;
  targetFolderName?: string;
  /** False leaves the source file and the views of a hosted layer with their owner. */
  dependents?: boolean;
}

/**
 * The person that is to get items.
 * @throws USER_NOT_FOUND, MAY_NOT_OWN
 */
async function targetOf(portal: Portal, caller: Caller, input: ReassignInput): Promise<Target> {
  const account = await accountByName(portal.db, input.targetUsername);
  if (account === undefined || account.disabled || account.org_id === null || account.org_id !== caller.orgId) throw fail('USER_NOT_FOUND');
  const privileges = await privilegesOfRole(portal, account.org_id, account.role);
  if (!privileges.includes('portal:user:createItem')) throw fail('MAY_NOT_OWN', { values: [account.username] });
  return { username: account.username, org_id: account.org_id, folderTitle: input.targetFolderName };
}

/** Hands one item over; gives the ids of what went with it. @throws USER_NOT_FOUND, MAY_NOT_OWN, FILE_NAME_TAKEN */
export async function reassignItem(portal: Portal, caller: Caller, address: ItemAddress, input: ReassignInput): Promise<string[]> {
  const item = await requireUserItem(portal, caller, address, 'reassign');
  const selection: Selection = { ids: [item.id], items: new Map([[item.id, item]]), refused: new Map() };
  const companions = await handOver(portal, caller, selection, input);
  const refused = selection.refused.get(item.id);
  if (refused !== undefined) throw refused;
  return companions.get(item.id) ?? [];
}

/** Hands several items over and tells what became of each. */
export async function reassignItems(
  portal: Portal,
  caller: Caller,
  input: ReassignInput & { username: string; items: readonly string[] },
): Promise<ReassignResult[]> {
  const selection = await selectItems(portal, caller, input, 'reassign');
  const companions = await handOver(portal, caller, selection, input);
  return bulkResults(selection, (id) => {
    const also = companions.get(id);
    return also === undefined ? {} : { alsoReassigned: also };
  });
}

/** Moves the selected items with their companions; what cannot move is refused. Gives the companions by item. */
async function handOver(portal: Portal, caller: Caller, selection: Selection, input: ReassignInput): Promise<Map<string, string[]>> {
  const target = await targetOf(portal, caller, input);
  for (const item of [...selection.items.values()]) {
    if (item.org_id !== target.org_id) refuse(selection, item.id, fail('USER_NOT_FOUND'));
    else if (item.owner === target.username && input.targetFolderName === undefined) selection.items.delete(item.id);
  }
  const companions = input.dependents === false ? new Map<string, string[]>() : await withCompanions(portal, caller, selection);
  for (let attempt = 1; ; attempt++) {
    await refuseTakenNames(portal, selection, companions, target);
    const moving = [...new Set([...selection.items.keys(), ...[...companions.values()].flat()])];
    try {
      if (moving.length > 0) await write(portal, target, moving);
      return companions;
    } catch (error) {
      // The new owner got a file of one of the names in this moment: that one is refused, the others go.
      if (violatedUnique(error) !== 'item_file_name') throw error;
      if (attempt === WRITE_ATTEMPTS) throw fail('FILE_NAME_TAKEN', { cause: error });
    }
  }
}

/** An item goes with its companions or not at all. */
async function refuseTakenNames(portal: Portal, selection: Selection, companions: Map<string, string[]>, target: Target): Promise<void> {
  const chosen = [...selection.items.keys()];
  const all = [...new Set([...chosen, ...[...companions.values()].flat()])];
  const taken = await namesTaken(portal.db, all, target.username);
  for (const id of chosen) {
    const party = [id, ...(companions.get(id) ?? [])];
    if (party.some((one) => taken.has(one) && selection.items.get(one)?.owner !== target.username)) {
      refuse(selection, id, fail('FILE_NAME_TAKEN'));
      companions.delete(id);
    }
  }
}

async function withCompanions(portal: Portal, caller: Caller, selection: Selection): Promise<Map<string, string[]>> {
  const pairs = await companionsOf(portal.db, [...selection.items.keys()]);
  const rows = new Map(
    (
      await itemsWithRight(
        portal.db,
        caller,
        pairs.map((pair) => pair.id),
      )
    ).map((row) => [row.id, row]),
  );
  const companions = new Map<string, string[]>();
  for (const { id, of } of pairs) {
    const row = rows.get(id);
    if (row !== undefined && mayDo(caller, row, 'reassign')) companions.set(of, [...(companions.get(of) ?? []), id]);
  }
  return companions;
}

async function write(portal: Portal, target: Target, ids: readonly string[]): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    const folder = await folderTitled(db, target.username, target.folderTitle);
    await setOwner(db, ids, target.username, target.org_id, folder);
    for (const id of ids) await itemReassigned(portal, db, id, target.username);
  });
}

/** What became of everything that a person had, or that lay in a folder. */
export interface ContentReassigned {
  items: number;
  groups: number;
  /** What stays, and why. */
  notReassigned: BulkResult[];
}

/**
 * Hands everything of a person over, or everything in one folder, portion by portion. Folders keep their titles unless one
 * is named; what lies in the recycle bin stays.
 */
export async function reassignContent(
  portal: Portal,
  caller: Caller,
  input: ReassignInput & { owner: Person; folder?: { id: string; title: string }; withGroups: boolean },
): Promise<ContentReassigned> {
  const target = await targetOf(portal, caller, input);
  if (target.username === input.owner.username) throw fail('INVALID_PARAMETER', { values: ['targetUsername', 'must be somebody else'] });
  const done: ContentReassigned = { items: 0, groups: 0, notReassigned: [] };
  let after = '';
  for (;;) {
    const rows = await someItemsOf(portal.db, input.owner.username, input.folder?.id, { after, limit: BATCH });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    const items = new Map((await itemsWithRight(portal.db, caller, rows.map(idOf))).map((item) => [item.id, item]));
    for (const [title, ids] of byFolder(rows)) {
      await reassignPortion(portal, caller, { ...input, targetFolderName: input.targetFolderName ?? title }, { ids, items, done });
    }
  }
  if (input.folder !== undefined && done.notReassigned.length === 0) await closeFolder(portal, input.folder);
  if (input.withGroups) {
    const groups = await reassignGroupsOf(portal, input.owner.username, target.username);
    done.groups = groups.moved;
    done.notReassigned.push(...groups.left.map(({ id, error }) => ({ itemId: id, success: false, error: bulkError(error) })));
  }
  return done;
}

async function reassignPortion(
  portal: Portal,
  caller: Caller,
  input: ReassignInput,
  portion: { ids: string[]; items: Map<string, ItemWithRight>; done: ContentReassigned },
): Promise<void> {
  const selection: Selection = { ids: portion.ids, items: new Map(), refused: new Map<string, PortalError>() };
  for (const id of portion.ids) {
    const item = portion.items.get(id);
    if (item !== undefined && mayDo(caller, item, 'reassign')) selection.items.set(id, item);
    else selection.refused.set(id, fail('FORBIDDEN'));
  }
  // Companions are among the items of the person, or stay: here each is moved to where it belongs.
  await handOver(portal, caller, selection, { ...input, dependents: false });
  portion.done.items += selection.items.size;
  portion.done.notReassigned.push(...bulkResults(selection).filter((result) => !result.success));
}

function idOf(row: { id: string }): string {
  return row.id;
}

function byFolder(rows: readonly { id: string; folder_title: string | null }[]): Map<string | undefined, string[]> {
  const folders = new Map<string | undefined, string[]>();
  for (const { id, folder_title } of rows) folders.set(folder_title ?? undefined, [...(folders.get(folder_title ?? undefined) ?? []), id]);
  return folders;
}
