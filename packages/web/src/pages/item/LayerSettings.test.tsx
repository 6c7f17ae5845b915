// The switches of a hosted service: what is chosen is sent, and what a service says is shown.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LayerSettings } from './LayerSettings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = { id: 0, name: 'trees', type: 'Feature Layer', capabilities: 'Query', fields: [], hasAttachments: false };

async function open(service: object, administersIt = false) {
  const info = { capabilities: 'Query', editorTrackingInfo: {}, layers: [], tables: [], ...service };
  const answers = {
    'FeatureServer/layers': () => ({ layers: [layer], tables: [] }),
    'append/jobs': () => ({ jobs: [] }),
    updateDefinition: () => ({ success: true }),
    'FeatureServer?': () => info,
  };
  return renderPage(
    <LayerSettings item={{ id: 'i', owner: 'ada' } as Item} service="trees" administersIt={administersIt} />,
    '/x',
    answers,
    ['item'],
  );
}
const sent = (asked: { url: string; body: string }[]) =>
  JSON.parse(
    new URLSearchParams(asked.find(({ url }) => url.includes('FeatureServer/updateDefinition'))?.body).get('updateDefinition') ?? 'null',
  );

test('people are shown only the rows that they added, and their names are kept for it', async () => {
  const { asked } = await open({ capabilities: 'Query,Create,Editing' });
  await userEvent.click(await screen.findByLabelText('Only the rows they added'));
  await waitFor(() =>
    expect(sent(asked)).toEqual({
      editorTrackingInfo: {
        enableEditorTracking: true,
        enableOwnershipAccessControl: true,
        allowOthersToQuery: false,
        allowOthersToUpdate: true,
        allowOthersToDelete: true,
      },
    }),
  );
});

test('people are shown no rows where the capability Query is taken away', async () => {
  const { asked } = await open({ capabilities: 'Query,Create,Editing' });
  await userEvent.click(await screen.findByLabelText('No rows'));
  await waitFor(() => expect(sent(asked)).toMatchObject({ capabilities: 'Create,Editing' }));
});

test('a service that shows nobody else its rows says so', async () => {
  await open({ capabilities: 'Create,Editing' });
  expect(await screen.findByLabelText<HTMLInputElement>('No rows')).toHaveProperty('checked', true);
});

test('people without an account may edit where members may, and delete where members may delete', async () => {
  const { asked } = await open({ capabilities: 'Query,Create,Update,Editing' });
  await userEvent.click(await screen.findByRole('switch', { name: /People without an account may add and change rows/ }));
  await waitFor(() => expect(sent(asked)).toEqual({ editorTrackingInfo: { allowAnonymousToUpdate: true } }));
  expect(screen.queryByRole('switch', { name: /People without an account may delete rows/ })).toBeNull();
});

test('scripts in values are refused and taken again, by who administers the service; to others it is told', async () => {
  const info = (xssPreventionEnabled: boolean) => ({
    xssPreventionInfo: { xssPreventionEnabled, xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' },
  });
  const find = () => screen.findByRole<HTMLInputElement>('switch', { name: /Refuse scripts in values/ });
  for (const isOn of [false, true]) {
    const { asked } = await open(info(isOn), true);
    expect((await find()).checked).toBe(isOn);
    expect(screen.queryByText(/a setting of its own/)).toBeNull();
    await userEvent.click(await find());
    await waitFor(() => expect(sent(asked)).toEqual({ xssPreventionInfo: { xssPreventionEnabled: !isOn } }));
    cleanup();
  }
  await open({ ...info(true), isView: true });
  const told = await find();
  expect([told.checked, told.disabled]).toEqual([true, true]);
  const why = document.getElementById(told.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(why).toContain('its source has a setting of its own. Only the owner of the item and administrators change this.');
});

test('changes are kept for copies, of services that are no views', async () => {
  const { asked } = await open({});
  await userEvent.click(await screen.findByRole('switch', { name: /Keep changes, so that copies can be brought up to date/ }));
  await waitFor(() => expect(sent(asked)).toMatchObject({ capabilities: 'Query,Sync,ChangeTracking' }));
  cleanup();
  await open({ isView: true });
  await screen.findByLabelText('No rows');
  expect(screen.queryByRole('switch', { name: /Keep changes, so that copies can be brought up to date/ })).toBeNull();
});

test('that the data does not change is sent, and shown of a service that says so', async () => {
  const { asked } = await open({});
  await userEvent.click(await screen.findByRole('switch', { name: /The data does not change/ }));
  await waitFor(() => expect(sent(asked)).toMatchObject({ hasStaticData: true }));
  cleanup();
  const { asked: later } = await open({ hasStaticData: true });
  const isStatic = await screen.findByRole<HTMLInputElement>('switch', { name: /The data does not change/ });
  expect(isStatic.checked).toBe(true);
  await userEvent.click(isStatic);
  await waitFor(() => expect(sent(later)).toMatchObject({ hasStaticData: false }));
});

/** A service that keeps what it is sent, with a layer that may have capabilities of its own. */
async function openKept(service: { capabilities: string; editorTrackingInfo?: object }, own?: string) {
  const kept = { service: { editorTrackingInfo: {}, layers: [], tables: [], ...service }, own };
  const definition = (body: string) => JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? '{}');
  const words = (text: string) => text.split(',');
  const told = () => (kept.own ?? kept.service.capabilities).split(',').filter((word) => words(kept.service.capabilities).includes(word));
  const answers = {
    'FeatureServer/layers': () => ({ layers: [{ ...layer, capabilities: told().join(',') }], tables: [] }),
    'append/jobs': () => ({ jobs: [] }),
    'FeatureServer/0/updateDefinition': ({ body }: { body: string }) => {
      kept.own = definition(body).capabilities;
      return { success: true };
    },
    updateDefinition: ({ body }: { body: string }) => {
      const { editorTrackingInfo, ...rest } = definition(body);
      kept.service = { ...kept.service, ...rest, editorTrackingInfo: { ...kept.service.editorTrackingInfo, ...editorTrackingInfo } };
      return { success: true };
    },
    'FeatureServer?': () => kept.service,
  };
  await renderPage(<LayerSettings item={{ id: 'i', owner: 'ada' } as Item} service="trees" />, '/x', answers, ['item']);
  const turn = async (name: RegExp) => {
    const control = await screen.findByRole<HTMLInputElement>('switch', { name });
    const was = control.checked;
    await userEvent.click(control);
    await waitFor(() => {
      const now = screen.getByRole<HTMLInputElement>('switch', { name });
      expect([now.checked, now.disabled]).toEqual([!was, false]);
    });
  };
  return { kept, turn };
}
const EDITED = 'Query,Create,Update,Delete,Editing';

test('a layer that nobody edits stays so when its service is exported, tracked or said not to change', async () => {
  const { kept, turn } = await openKept({ capabilities: EDITED }, 'Query');
  await turn(/Others may export the data/);
  await turn(/Keep who made and changed each row/);
  await turn(/The data does not change/);
  expect([kept.service.capabilities, kept.own]).toEqual([`${EDITED},Extract`, 'Query,Extract']);
});

test('what another client said of the rows of others stays when something else is turned', async () => {
  const tracking = {
    enableEditorTracking: true,
    enableOwnershipAccessControl: true,
    allowOthersToUpdate: true,
    allowOthersToDelete: false,
    allowOthersToQuery: true,
  };
  const { kept, turn } = await openKept({ capabilities: EDITED, editorTrackingInfo: tracking });
  await turn(/People without an account may add and change rows/);
  expect(kept.service.editorTrackingInfo).toEqual({ ...tracking, allowAnonymousToUpdate: true });
  expect(kept.own).toBeUndefined();
});

test('a right that somebody else took away meanwhile is not given again by a page that is open', async () => {
  const { kept, turn } = await openKept({ capabilities: EDITED, editorTrackingInfo: { allowAnonymousToUpdate: true } });
  await screen.findByRole('switch', { name: /The data does not change/ });
  kept.service = { ...kept.service, capabilities: 'Query', editorTrackingInfo: { allowAnonymousToUpdate: false } };
  await turn(/The data does not change/);
  expect(kept.service).toMatchObject({ capabilities: 'Query', hasStaticData: true, editorTrackingInfo: { allowAnonymousToUpdate: false } });
});

/** A service that somebody else changes after the page has read it, and a layer of it. */
async function openChanging(before: object, after: object, ofLayer: { before: object; after: object } = { before: {}, after: {} }) {
  const at = (schemaLastEditDate: number, more: object) => ({ ...more, editingInfo: { schemaLastEditDate } });
  const info = { capabilities: 'Query', editorTrackingInfo: {}, layers: [], tables: [] };
  let isLate = false;
  // the layer changes once the page has read the list of them
  let isTold = false;
  const answer = ({ url, body }: { url: string; body: string }) => {
    if (new URLSearchParams(body).get('ifUnchanged') === (isLate ? '9' : '5')) return { success: true };
    isTold = url.includes('FeatureServer/0');
    return { error: { code: 409, message: 'changed', details: [] } };
  };
  const told = (isLate: boolean) => ({ ...layer, ...(isLate ? at(9, ofLayer.after) : at(5, ofLayer.before)) });
  const { asked } = await renderPage(
    <LayerSettings item={{ id: 'i', owner: 'ada' } as Item} service="trees" />,
    '/x',
    {
      'FeatureServer/layers': () => ({ layers: [told(isTold)], tables: [] }),
      'append/jobs': () => ({ jobs: [] }),
      updateDefinition: answer,
      'FeatureServer/0': () => told(isLate),
      'FeatureServer?': () => ({ ...info, ...(isLate ? at(9, after) : at(5, before)) }),
    },
    ['item'],
  );
  await screen.findByLabelText('No rows');
  isLate = true;
  const changes = (of: string) =>
    asked.filter(({ url }) => url.includes(`${of}/updateDefinition`)).map(({ body }) => new URLSearchParams(body));
  return {
    guards: (of = 'FeatureServer') => changes(of).map((each) => each.get('ifUnchanged')),
    last: (of = 'FeatureServer') => JSON.parse(changes(of).at(-1)?.get('updateDefinition') ?? ''),
  };
}

test('a setting that somebody else changed meanwhile is not written over, and the latest is shown', async () => {
  const { guards } = await openChanging({ capabilities: 'Query,Create,Editing' }, { capabilities: 'Query,Update,Editing' });
  await userEvent.click(screen.getByRole('radio', { name: 'Add, change and delete rows' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Only change rows' }).checked).toBe(true));
  expect(guards()).toEqual(['5']);
});

test('what somebody else changed of other settings stays, and stands in the way of nothing', async () => {
  const { guards, last } = await openChanging({ capabilities: 'Query,Create,Editing' }, { capabilities: 'Query' });
  await userEvent.click(screen.getByRole('switch', { name: /Others may export the data/ }));
  await waitFor(() => expect(guards()).toEqual(['5', '9']));
  expect(last()).toEqual({ capabilities: 'Query,Extract' });
});

test('a layer is given what its service allows beside what somebody else said of the layer meanwhile', async () => {
  const ofLayer = { before: { capabilities: 'Query' }, after: { capabilities: 'Query,Uploads' } };
  const { guards, last } = await openChanging({ capabilities: 'Query' }, { capabilities: 'Query' }, ofLayer);
  await userEvent.click(screen.getByRole('switch', { name: /Others may export the data/ }));
  await waitFor(() => expect(guards('FeatureServer/0')).toEqual(['5', '9']));
  expect(last('FeatureServer/0')).toEqual({ capabilities: 'Query,Uploads,Extract' });
});

test('files are taken with rows, or no longer, only where nobody decided it meanwhile', async () => {
  const { guards } = await openChanging({}, {}, { before: { hasAttachments: false }, after: { hasAttachments: true } });
  await userEvent.click(screen.getByRole('switch', { name: /Files can be attached/ }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /Files can be attached/ }).checked).toBe(true));
  expect(guards('FeatureServer/0')).toEqual(['5']);
});

test('editing that is turned off and on again lets people do what they could before', async () => {
  const { kept, turn } = await openKept({ capabilities: 'Query,Create,Editing' });
  await turn(/Members may edit the data/);
  expect(kept.service.capabilities).toBe('Query');
  await turn(/Members may edit the data/);
  expect(kept.service.capabilities).toBe('Query,Create,Editing');
});

test('rows and extent are counted anew by the service that is looked at', async () => {
  const { asked } = await open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Count rows and extent anew' }));
  await waitFor(() => expect(asked.filter(({ url }) => url.includes('trees/FeatureServer/refresh'))).toHaveLength(1));
  expect(sent(asked)).toBeNull();
});

test('what a view shows is said, and changed with the fields and the numbers of its source', async () => {
  const field = (name: string, type: string) => ({ name, type, alias: name, domain: null });
  const source = { ...layer, id: 4, fields: [field('species', 'esriFieldTypeString'), field('height', 'esriFieldTypeInteger')] };
  const { asked } = await renderPage(
    <LayerSettings item={{ id: 'v', owner: 'ada' } as Item} service="oaks" />,
    '/x',
    {
      'oaks/FeatureServer/0/append/jobs': () => ({ jobs: [] }),
      'oaks/FeatureServer/0/updateDefinition': () => ({ success: true }),
      'trees/FeatureServer/layers': () => ({ layers: [source], tables: [] }),
      'trees/FeatureServer/4/query': () => ({ count: 12 }),
      'oaks/FeatureServer/layers': () => ({ layers: [{ ...layer, fields: [source.fields[0]] }], tables: [] }),
      'oaks/FeatureServer/0': () => ({
        ...layer,
        fields: [source.fields[0]],
        viewDefinitionQuery: "species = 'oak'",
        adminLayerInfo: { viewLayerDefinition: { sourceServiceItemId: 's', sourceLayerId: 4 } },
      }),
      'oaks/FeatureServer?': () => ({ capabilities: 'Query', editorTrackingInfo: {}, layers: [], tables: [], isView: true }),
      'items/s': () => ({ id: 's', url: 'https://x.example/rest/services/Hosted/trees/FeatureServer' }),
    },
    ['item'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change what trees shows' }));
  const sql = await screen.findByLabelText<HTMLInputElement>('Condition in SQL');
  expect(sql.value).toBe("species = 'oak'");
  expect(await screen.findByText('The view shows 12 rows.')).toBeTruthy();
  await userEvent.type(sql, ' AND height > 9');
  expect(screen.queryByText(/use a hidden field/)).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'species' }));
  expect(screen.getByText(/use a hidden field/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'height' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    const sentTo = asked.find(({ url }) => url.includes('updateDefinition'));
    expect(sentTo?.url).toContain('oaks/FeatureServer/0/');
    expect(JSON.parse(new URLSearchParams(sentTo?.body).get('updateDefinition') ?? '')).toEqual({
      viewDefinitionQuery: "species = 'oak' AND height > 9",
      fields: [
        { name: 'species', visible: false },
        { name: 'height', visible: true },
      ],
    });
  });
});

test('what a view shows that somebody else changed meanwhile is not written over, and is loaded', async () => {
  const field = (name: string, type: string) => ({ name, type, alias: name, domain: null });
  const source = { ...layer, id: 4, fields: [field('species', 'esriFieldTypeString')] };
  let now = { where: "species = 'oak'", date: 5 };
  const { asked } = await renderPage(
    <LayerSettings item={{ id: 'v', owner: 'ada' } as Item} service="oaks" />,
    '/x',
    {
      'oaks/FeatureServer/0/append/jobs': () => ({ jobs: [] }),
      'oaks/FeatureServer/0/updateDefinition': ({ body }) =>
        new URLSearchParams(body).get('ifUnchanged') === String(now.date)
          ? { success: true }
          : { error: { code: 409, message: 'changed', details: [] } },
      'trees/FeatureServer/layers': () => ({ layers: [source], tables: [] }),
      'trees/FeatureServer/4/query': () => ({ count: 12 }),
      'oaks/FeatureServer/layers': () => ({ layers: [{ ...layer, fields: source.fields }], tables: [] }),
      'oaks/FeatureServer/0': () => ({
        ...layer,
        fields: source.fields,
        editingInfo: { schemaLastEditDate: now.date },
        viewDefinitionQuery: now.where,
        adminLayerInfo: { viewLayerDefinition: { sourceServiceItemId: 's', sourceLayerId: 4 } },
      }),
      'oaks/FeatureServer?': () => ({ capabilities: 'Query', editorTrackingInfo: {}, layers: [], tables: [], isView: true }),
      'items/s': () => ({ id: 's', url: 'https://x.example/rest/services/Hosted/trees/FeatureServer' }),
    },
    ['item'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change what trees shows' }));
  const sql = () => screen.findByLabelText<HTMLInputElement>('Condition in SQL');
  await screen.findByText('The view shows 12 rows.');
  await userEvent.type(await sql(), " OR species = 'elm'");
  now = { where: "species = 'ash'", date: 9 };
  const save = async () => {
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  await save();
  expect(await screen.findByText(/Somebody else changed this meanwhile/)).toBeTruthy();
  // however often it is tried: what the page has read since is not what was changed
  await save();
  await waitFor(() => expect(asked.filter(({ url }) => url.includes('updateDefinition'))).toHaveLength(2));
  expect((await sql()).value).toBe("species = 'oak' OR species = 'elm'");
  // what somebody else made of it stands beside it
  expect((await screen.findByRole('definition')).textContent).toContain("species = 'ash'");
  await userEvent.click(await screen.findByRole('button', { name: 'Load the latest' }));
  await waitFor(async () => expect((await sql()).value).toBe("species = 'ash'"));
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const guards = asked
    .filter(({ url }) => url.includes('updateDefinition'))
    .map(({ body }) => new URLSearchParams(body).get('ifUnchanged'));
  expect(guards).toEqual(['5', '5', '9']);
});
