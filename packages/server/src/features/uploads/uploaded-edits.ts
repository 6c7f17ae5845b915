// Edits that a call names by the number of an upload instead of holding them.
import { readFile } from 'node:fs/promises';
import { json, ParamError } from '@graticule/contract/param';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { uploadedFile } from './uploads.ts';

/** Edits are read as a whole. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Where a call has its edits. */
export interface GivenEdits {
  service: string;
  edits?: unknown;
  editsUploadId?: string | undefined;
  editsUploadFormat?: string | undefined;
}

/** The edits of a call, wherever they are; undefined when it has none. @throws INVALID_PARAMETER, INVALID_REQUEST, TOO_LARGE */
export async function givenEdits(
  portal: Portal,
  caller: Caller,
  { service, edits, editsUploadId: upload, editsUploadFormat: format }: GivenEdits,
): Promise<unknown> {
  if (upload === undefined) return edits ?? undefined;
  if (edits !== undefined && edits !== null) throw refuse('edits-in-two-ways');
  if (format !== undefined && !/^json$/i.test(format)) throw refuse('edits-format', { value: format.slice(0, 40) });
  const { key, fileName } = await uploadedFile(portal, caller, { service, upload });
  if ((await portal.files.sizeOf(key)) > MAX_BYTES) throw refuse('upload-large', { most: MAX_BYTES / 1_048_576 });
  const read = readEdits(await readFile(portal.files.pathOf(key), 'utf8'), fileName);
  // Some programs write the list as a member.
  return typeof read === 'object' && read !== null && 'edits' in read ? read.edits : read;
}

function readEdits(text: string, name: string): unknown {
  try {
    return json().read(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof ParamError)) throw error;
    throw refuse('upload-no-json', { name: name.slice(0, 100) });
  }
}
