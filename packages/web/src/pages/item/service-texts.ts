// What a hosted service says of itself, and how many rows it gives at once: read from its description, and saved as somebody saw it.
import { describeFeatureService } from '@graticule/contract/services/feature-server';
import type { FeatureServiceInfo } from '@graticule/contract/services/layer';
import { updateServiceDefinition } from '@graticule/contract/services/service-admin';
import { call } from '../../api/call.ts';
import { changeAsSeen } from '../../features/change-definition.ts';
import { figuresTyped } from '../../features/typed-number.ts';

/** As long as the portal takes. */
export const LONGEST_TEXT = 32_000;

/** The most rows of one answer that the portal takes for a limit. */
export const MOST_ROWS = 10_000;

/** One of them. */
export type ServiceText = 'serviceDescription' | 'description' | 'copyrightText' | 'maxRecordCount';

/** The limit that was typed; undefined for what is none. */
export function rowsTyped(text: string, tag: string): number | undefined {
  const rows = Number(figuresTyped(text, tag) ?? Number.NaN);
  return Number.isInteger(rows) && rows >= 1 && rows <= MOST_ROWS ? rows : undefined;
}

/**
 * Saves one of them and nothing else, beside whatever others changed since it was seen.
 * @throws DefinitionChanged where somebody else changed the same, ApiError
 */
export async function saveServiceText<Name extends ServiceText>(
  service: string,
  seen: FeatureServiceInfo,
  { name, value }: { name: Name; value: FeatureServiceInfo[Name] },
): Promise<void> {
  await changeAsSeen({
    seen,
    look: () => call(describeFeatureService, { service }, { quiet: true }),
    isTaken: (now) => now[name] !== seen[name] && now[name] !== value,
    change: (_, guard) => call(updateServiceDefinition, { service, updateDefinition: { [name]: value }, ...guard }),
  });
}
