// A thousand items of one person at once: shared, moved, checked, deleted, restored, handed over.
import { record, timed } from '../measure.ts';
import { ADMIN, type Bench } from '../portal.ts';

const ITEMS = 1_000;
const AT_ONCE = 8;
const LIMIT_SECONDS = 2;

/** Makes the items and runs every operation on all of them together. */
export async function measureBulk(bench: Bench): Promise<void> {
  const content = `sharing/rest/content/users/${ADMIN.username}`;
  const ids = await makeItems(bench, content);
  const items = ids.join();
  const make = async (title: string): Promise<string> =>
    (await bench.call('sharing/rest/community/createGroup', { title, tags: 'bench', access: 'org' })).group.id;
  const groups = [await make('First group'), await make('Second group')].join();
  const { folder } = await bench.call(`${content}/createFolder`, { title: 'A thousand' });
  const taker = { username: 'bench.taker', password: ADMIN.password, email: 'taker@example.org', fullname: 'Taker', role: 'org_publisher' };
  await bench.call('sharing/rest/community/createUser', taker);

  const steps: [string, string, Record<string, string | boolean>][] = [
    ['sharing with everyone and two groups', 'shareItems', { everyone: true, groups }],
    ['taking out of a group', 'unshareItems', { groups: groups.slice(0, 32) }],
    ['making private', 'shareItems', { everyone: false, org: false }],
    ['moving to a folder', 'moveItems', { folder: folder.id }],
    ['protecting', 'protectItems', {}],
    ['no longer protecting', 'unprotectItems', {}],
    ['deleting into the recycle bin', 'deleteItems', {}],
    ['restoring from the recycle bin', 'restoreItems', {}],
  ];
  for (const [name, operation, parameters] of steps) await step(bench, name, `${content}/${operation}`, { items, ...parameters });
  await step(bench, 'asking what would break', 'sharing/rest/content/dependents', { items });
  await step(bench, 'handing over', `${content}/reassignItems`, { items, targetUsername: taker.username });
  await step(bench, 'deleting for good', `sharing/rest/content/users/${taker.username}/deleteItems`, { items, permanentDelete: true });
}

async function makeItems(bench: Bench, content: string): Promise<string[]> {
  const ids: string[] = [];
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < ITEMS) {
      const number = ++made;
      const { id } = await bench.call(`${content}/addItem`, {
        title: `Survey sheet ${number} of the northern coast`,
        type: 'Web Map',
        tags: `survey,coast,sheet ${number % 40}`,
        snippet: `Depths and landmarks between the harbours of sheet ${number}`,
        text: JSON.stringify({ operationalLayers: ids.slice(-3).map((itemId) => ({ itemId })) }),
      });
      ids.push(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ids;
}

async function step(bench: Bench, name: string, path: string, parameters: Record<string, string | boolean>): Promise<void> {
  const { seconds, result } = await timed(() => bench.call(path, parameters));
  const failed = (result.results ?? []).filter((each: { success: boolean }) => !each.success);
  if (failed.length > 0) throw new Error(`${name}: ${JSON.stringify(failed[0])}`);
  record({ part: 'bulk', name: `${name}, 1,000 items`, value: seconds, unit: 's', limit: LIMIT_SECONDS, on: bench.engine });
}
