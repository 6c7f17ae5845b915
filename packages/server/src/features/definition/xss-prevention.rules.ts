// What services tell of scripts and markup in values.
import { refused } from './fields.ts';

/**
 * What every service tells of markup in values: they are kept as they are sent and never made part of a page as HTML, so that nothing is
 * refused or rewritten because of it.
 */
export const XSS_PREVENTION = { xssPreventionEnabled: false, xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' };

/** @throws INVALID_PARAMETER for a wish that the portal would not keep */
export function requireKnownPrevention(given: Record<string, unknown> | null | undefined): void {
  for (const [name, value] of Object.entries(XSS_PREVENTION)) {
    const wish = given?.[name];
    if (wish !== undefined && wish !== null && wish !== value)
      throw refused(
        'xssPreventionInfo',
        `cannot have another ${name} than ${value}: values are kept as they are sent, and whoever shows them escapes them`,
      );
  }
}
