// Sends a file to a service for a later call: small files at once, large ones in parts.
import {
  commitUpload,
  deleteUpload,
  describeUpload,
  listUploadParts,
  registerUpload,
  uploadFile,
  uploadPart,
} from '@graticule/contract/services/append';
import { call } from '../api/call.ts';
import { PART_BYTES, patiently, type SendOptions, sendParts } from './send-parts.ts';

/**
 * Gives the id under which the service keeps the file.
 * @throws ApiError when the portal refuses; the abort when the signal says so: then nothing of the file stays
 */
export async function uploadToService(service: string, file: File, options: SendOptions): Promise<string> {
  const { signal } = options;
  // an upload whose answer was lost is used by nobody, and goes after a day
  if (file.size <= PART_BYTES) return (await patiently(() => call(uploadFile, { service, file }, options), options)).item.itemID;
  const { item } = await patiently(() => call(registerUpload, { service, itemName: file.name }, { signal }), options);
  const address = { service, upload: item.itemID };
  const target = {
    arrived: async () => (await call(listUploadParts, address, { signal })).parts,
    send: (partId: number, partFile: Blob, how: Pick<SendOptions, 'signal' | 'onProgress'>) =>
      call(uploadPart, { ...address, partId, partFile }, how),
  };
  try {
    await sendParts(file, target, options);
    await patiently(async (failures) => {
      // a lost answer does not tell whether the parts were joined
      if (failures > 0 && (await call(describeUpload, address, { signal })).committed) return;
      await call(commitUpload, address, { signal });
    }, options);
  } catch (error) {
    await call(deleteUpload, address, { quiet: true }).catch(() => undefined);
    throw error;
  }
  return item.itemID;
}
