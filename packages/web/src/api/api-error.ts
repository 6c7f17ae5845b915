// The error of a call, made from the envelope of the portal or from what went wrong on the way.
import type { EditResult } from '@graticule/contract/services/layer';
import type { Sentence } from '@graticule/geo/sentence';
import { isSentence } from '../language/sentences.ts';

/** Why a call failed. */
export class ApiError extends Error {
  /** Number in the envelope; 0 when the portal could not be reached. */
  readonly status: number;
  readonly messageCode: string | undefined;
  readonly details: readonly string[];
  /** Why, as sentences that can be said in any language. */
  readonly reasons: readonly Sentence[];

  constructor(status: number, message: string, messageCode?: string, more: { details?: readonly string[]; reasons?: unknown } = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.messageCode = messageCode;
    this.details = more.details ?? [];
    this.reasons = Array.isArray(more.reasons) ? more.reasons.filter(isSentence) : [];
  }
}

/** The connection is lost, or the portal or what stands before it is busy or starting. */
export const LOST: readonly number[] = [0, 502, 503, 504];

/** Whether the same may work later: the fault lies with the connection, the portal or the session, not with what was asked. */
export function mayPass(thrown: unknown): boolean {
  const { status } = toApiError(thrown);
  return status === 0 || status >= 500 || [408, 429, 498, 499].includes(status);
}

/**
 * Services refuse without a message code, because other clients would take it for the number that tells them to sign in. These words of theirs
 * are known, so that they are said in the reader's language as the portal's are.
 */
export const CODES_OF_WORDS: Readonly<Record<string, string>> = {
  'You do not have permissions to access this resource or perform this operation.': 'GWM_0003',
  'Item does not exist or is inaccessible.': 'CONT_0001',
  'Which features and fields the view shows is decided by who administers the layer that it shows. Ask its owner or an administrator.':
    'VIEW_OF_OTHERS',
};

/** The error in an answer, if it is one. */
export function errorInReply(reply: unknown): ApiError | undefined {
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) return undefined;
  const { error } = reply;
  if (typeof error !== 'object' || error === null) return new ApiError(500, String(error));
  const fields = error as Record<string, unknown>;
  const message = typeof fields.message === 'string' ? fields.message : '';
  return new ApiError(
    typeof fields.code === 'number' ? fields.code : 500,
    message,
    typeof fields.messageCode === 'string' ? fields.messageCode : CODES_OF_WORDS[message],
    {
      details: Array.isArray(fields.details) ? fields.details.filter((each): each is string => typeof each === 'string') : [],
      reasons: fields.reasons,
    },
  );
}

/** Why a single edit of a call failed: such a call answers as one that works. */
export function errorOfEdit(result: EditResult | undefined): ApiError {
  const { code = 400, description = '', reasons } = result?.error ?? {};
  return new ApiError(code, description, undefined, { reasons });
}

/** Any thrown value as an `ApiError`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError(500, thrown instanceof Error ? thrown.message : String(thrown));
}
