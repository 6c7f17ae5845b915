// New data from a file: how the file comes to the portal, in parts, once more, or not at all.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { layer, MATCHED, open } from '../testing/open-update-data.tsx';
import { renderPage } from '../testing/render-page.tsx';
import { chosenFiles, packFiles } from '../uploads/pack-files.ts';
import { keepUnfinishedRows } from '../uploads/unfinished-rows.ts';
import { UpdateDataDialog } from './UpdateDataDialog.tsx';

const sending = vi.hoisted(() => ({ uploadToService: async (_file: File): Promise<string> => 'u', dropped: [] as string[] }));
vi.mock('../uploads/upload-to-service.ts', () => ({
  uploadToService: (_service: string, file: File) => sending.uploadToService(file),
  dropFromService: async ({ upload }: { upload: string }) => void sending.dropped.push(upload),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a file that could not be sent is sent again, without being chosen again', async () => {
  const { uploadToService } = sending;
  let tries = 0;
  sending.uploadToService = async () => {
    if (tries++ === 0) throw new ApiError(500, 'a fault');
    return 'u';
  };
  try {
    await open(['code'], MATCHED, layer, undefined, {
      onSent: async () => {
        await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
      },
    });
    expect(tries).toBe(2);
  } finally {
    sending.uploadToService = uploadToService;
  }
});

/** The parts of a shapefile, which are not read before they may be. */
function slowParts() {
  let read = () => {};
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const stream = () =>
    new ReadableStream({
      pull: async (controller) => {
        await mayRead;
        controller.close();
      },
    });
  return { parts: ['roads.shp', 'roads.dbf'].map((name) => Object.assign(new File([], name), { stream })), read: () => read() };
}

/** Puts other parts together, which were chosen later. */
async function chosenAndPacked(): Promise<void> {
  const { parts, read } = slowParts();
  read();
  await packFiles(chosenFiles(parts));
}

/** The names of the files that are sent from now on, to the end of the test. */
function namesSent(): string[] {
  const { uploadToService } = sending;
  const names: string[] = [];
  sending.uploadToService = async ({ name }) => {
    names.push(name);
    return 'u';
  };
  onTestFinished(() => {
    sending.uploadToService = uploadToService;
  });
  return names;
}

test.each([
  ['another file is chosen', true],
  ['the dialog is closed', false],
])('parts that are still put together when %s are not sent, and nothing is loaded in their place', async (_when, isOther) => {
  const names = namesSent();
  const view = await open(['code'], MATCHED);
  const input = view.baseElement.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const { parts, read } = slowParts();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the rows' }).disabled).toBe(false);
  await userEvent.upload(input, parts);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the rows' }).disabled).toBe(true));
  if (isOther) await userEvent.upload(input, new File(['x'], 'other.csv'));
  else view.unmount();
  read();
  // as long as parts that may be sent take
  await chosenAndPacked();
  expect(names).toEqual(isOther ? ['new.csv', 'other.csv'] : ['new.csv']);
});

test('the parts of a shapefile are sent as one archive; two files are not', async () => {
  const names = namesSent();
  const view = await open(['code'], MATCHED);
  const input = view.baseElement.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const { parts, read } = slowParts();
  read();
  await userEvent.upload(input, parts);
  await waitFor(() => expect(names).toEqual(['new.csv', 'roads.shp.zip']));
  await userEvent.upload(input, [new File(['x'], 'a.csv'), new File(['x'], 'b.csv')]);
  expect(await screen.findByText('Choose one file, or the parts of one shapefile.')).toBeTruthy();
  expect(names).toEqual(['new.csv', 'roads.shp.zip']);
});

test('a file that was being sent when the page was left is named, to be chosen again', async () => {
  keepUnfinishedRows({
    service: 'trees',
    upload: 'x',
    username: '',
    name: 'half.csv',
    size: 9,
    lastModified: 1,
    share: 0.4,
    begun: Date.now(),
  });
  await renderPage(
    <UpdateDataDialog
      item={{ id: 'i' } as Item}
      service="trees"
      layers={[layer]}
      rightsOf={() => ({ create: true, update: true, remove: true })}
      mayReplace
      onClose={() => undefined}
    />,
    '/x',
    {},
    ['item', 'formats'],
  );
  expect((await screen.findByText(/half\.csv was being sent/)).textContent).toContain('40% of it arrived');
  localStorage.clear();
});
