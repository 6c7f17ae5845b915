// Which message a sign-in page shows, for what was typed, what the address says and what the portal answered.
import type { MessageKey } from '@graticule/i18n/messages';
import type { ApiError } from '../api/api-error.ts';

/** What is missing, or undefined. @source AC-165 */
export function missingMessage(username: string, password: string): MessageKey | undefined {
  const hasName = username.trim() !== '';
  const hasPassword = password.trim() !== '';
  if (!hasName && !hasPassword) return 'sign-in.both-required';
  if (!hasName) return 'sign-in.username-required';
  if (!hasPassword) return 'sign-in.password-required';
  return undefined;
}

/** The message for the `error` of the address. @source AC-024 and the error catalogue of spec 2 */
export function arrivalMessage(error: string | null): MessageKey | undefined {
  if (error === '498' || error === 'IdentityManagerBase.5') return 'sign-in.session-expired';
  if (error === '403' || error === '400') return 'sign-in.require-sign-in';
  return undefined;
}

/** The message for a refused sign-in. */
export function failureMessage(error: ApiError): MessageKey {
  const said = [error.message, ...error.details].join(' ');
  if (/too many invalid|attempts/i.test(said) || error.status === 429) return 'sign-in.too-many';
  if (error.status === 503 || error.status === 0) return 'sign-in.site-unavailable';
  if (error.status === 400) return 'sign-in.failed';
  return 'sign-in.generic';
}
