// Layers that journeys publish by calls of the administrator, to begin with the page of the layer.
import { expect } from '@playwright/test';
import { ADA } from './people.ts';
import type { Rest, Value } from './rest.ts';

/** What the call to publish is sent, and how long its rows may take. */
interface Publishing {
  params: Record<string, Value>;
  file?: File;
  timeoutMs?: number;
}

/** Publishes a file or an item, and waits for its rows; gives the id of the layer's item and the address of the service. */
export async function publish(
  admin: Rest,
  { params, file, timeoutMs = 60_000 }: Publishing,
): Promise<{ itemId: string; serviceUrl: string }> {
  const content = `content/users/${ADA.username}`;
  const { services } = await admin.post(`${content}/publish`, params, file === undefined ? {} : { file });
  const [{ serviceItemId: itemId, serviceurl: serviceUrl, jobId }] = services;
  const status = async () => (await admin.post(`${content}/items/${itemId}/status`, { jobId })).status;
  await expect.poll(status, { timeout: timeoutMs }).toBe('completed');
  return { itemId, serviceUrl };
}

/** Uploads a table as a CSV, has it analyzed and publishes it as people do; gives the id of the layer's item. */
export async function publishTable(
  admin: Rest,
  {
    title,
    fileName = `${title.toLowerCase()}.csv`,
    lines,
    tags = '',
  }: { title: string; fileName?: string; lines: readonly string[]; tags?: string },
): Promise<string> {
  const file = new File([lines.join('\n')], fileName);
  const { id } = await admin.post(`content/users/${ADA.username}/addItem`, { title, type: 'CSV', tags }, { file });
  const { publishParameters } = await admin.post('content/features/analyze', { itemid: id, filetype: 'csv' });
  const params = { itemID: id, filetype: 'csv', publishParameters: { ...publishParameters, name: title } };
  return (await publish(admin, { params })).itemId;
}
