// What a publisher says about a file, with the reference system of its coordinates by a number.
import { sridOfReference } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import { type CheckedParameters, readPublishParameters } from './publish-parameters.ts';

/**
 * Reads the parameters; a reference system that is given as a text gets the number under which the database knows it.
 * @throws INVALID_PARAMETER, and UNREADABLE_FILE for a text that is no reference system
 */
export async function placedParameters(portal: Pick<Portal, 'database'>, value: unknown): Promise<CheckedParameters> {
  const parameters = readPublishParameters(value);
  const { sourceText, reading } = parameters;
  if (sourceText === undefined) return parameters;
  return { ...parameters, reading: { ...reading, wkid: await sridOfReference(portal, { wkt: sourceText }) } };
}
