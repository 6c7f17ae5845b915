// Every message code: status number, default English text, and whether the code itself goes on the wire.
import type { Sentence } from '@graticule/geo/sentence';

export interface ErrorKind {
  /** Number in the error envelope. */
  status: number;
  /** English text; `{0}`, `{1}` are filled from the values given to `fail`. */
  text: string;
  /** The messageCode written in the envelope; absent for codes that are only ours. */
  messageCode?: string;
}

const kinds = {
  INVALID_PARAMETER: { status: 400, text: "'{0}' {1}." },
  MISSING_PARAMETER: { status: 400, text: "'{0}' must be specified." },
  SEARCH_NEEDS_QUERY: { status: 400, text: "'q' parameter must be specified." },
  INVALID_FORMAT: { status: 400, text: 'Invalid format' },
  INVALID_CALLBACK: { status: 400, text: 'Invalid callback' },
  INVALID_REQUEST: { status: 400, text: '{0}' },
  UNABLE_TO_GENERATE_TOKEN: { status: 400, text: 'Unable to generate token.' },
  SERVER_NOT_FEDERATED: { status: 400, text: 'serverUrl is not federated with this portal.' },
  OPERATION_NOT_SUPPORTED: { status: 400, text: 'Operation not supported.' },
  PATH_NOT_FOUND: { status: 404, text: 'Operation not supported.' },
  ORGANISATION_NOT_FOUND: { status: 400, text: 'There is no organisation at this address.' },
  SERVICE_NOT_FOUND: { status: 404, text: 'Service not found.' },
  LAYER_NOT_FOUND: { status: 404, text: 'Layer not found.' },
  FEATURE_NOT_FOUND: { status: 404, text: 'Feature not found.' },
  ATTACHMENTS_OFF: { status: 400, text: 'Attachments are not enabled.' },
  FILE_NOT_FOUND: { status: 404, text: 'File does not exist or is inaccessible.' },
  RESOURCE_NOT_FOUND: { status: 400, text: 'Resource does not exist or is inaccessible.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This operation must be sent by POST.' },
  PASSWORD_IN_QUERY: { status: 405, text: 'Send user name and password in the body of a POST request.' },
  TOO_LARGE: { status: 413, text: '{0} is too large: at most {1} are accepted.' },
  // What was meant for another state of a thing than it is in.
  CHANGED_SINCE: { status: 409, text: '{0}' },
  // What is counted once it is read, in a reply that is JSON; 413 is for bodies.
  TOO_MANY_ROWS: { status: 400, text: '{0} is too large: at most {1} are accepted.' },
  UNSUPPORTED_FORM: { status: 415, text: 'Unsupported form type.' },
  INVALID_TOKEN: { status: 498, text: 'Invalid token.' },
  TOKEN_REQUIRED: { status: 499, text: 'Token Required', messageCode: 'GWM_0003' },
  FORBIDDEN: {
    status: 403,
    text: 'You do not have permissions to access this resource or perform this operation.',
    messageCode: 'GWM_0003',
  },
  CROSS_SITE: { status: 403, text: 'Changes authorised by a cookie are accepted from the portal only.' },
  ITEM_NOT_FOUND: { status: 400, text: 'Item does not exist or is inaccessible.', messageCode: 'CONT_0001' },
  FOLDER_NOT_FOUND: { status: 400, text: 'User folder does not exist.', messageCode: 'CONT_0004' },
  FILE_NAME_TAKEN: { status: 409, text: 'Item with this filename already exists.', messageCode: 'CONT_0006' },
  FOLDER_TITLE_TAKEN: { status: 400, text: 'Folder title not available.', messageCode: 'CONT_0010' },
  ITEM_PROTECTED: { status: 400, text: 'Unable to delete item. Delete protection is turned on.', messageCode: 'CONT_0048' },
  DUPLICATE_ID: { status: 400, text: "The list names the identifier '{0}' more than once." },
  ITEM_EXISTS: { status: 409, text: "An item of the type '{0}' with the title '{1}' exists already. Choose another title." },
  MAY_NOT_OWN: { status: 400, text: "The role of '{0}' does not allow owning items." },
  RESTORE_NEEDS_SOURCE: {
    status: 400,
    text: "'{0}' cannot be restored: it shows the layer '{1}', which lies in the recycle bin. Restore that layer first.",
    messageCode: 'CONT_00486',
  },
  RESTORE_NAME_TAKEN: {
    status: 409,
    text: "'{0}' cannot be restored: there is another item with the file name '{1}'. Rename or delete that item first.",
    messageCode: 'CONT_0295',
  },
  GROUP_NOT_FOUND: { status: 400, text: 'Group does not exist or is inaccessible.', messageCode: 'COM_0003' },
  GROUP_PROTECTED: { status: 400, text: 'Unable to delete group. Delete protection is turned on.', messageCode: 'COM_0025' },
  GROUP_TITLE_TAKEN: { status: 400, text: "A group with the title '{0}' already exists. Choose another title." },
  USER_NOT_FOUND: { status: 400, text: 'User does not exist or is inaccessible.', messageCode: 'COM_0018' },
  INVITATION_NOT_FOUND: { status: 400, text: 'Invitation does not exist or has already been used.' },
  PASSWORD_CODE_GONE: { status: 400, text: 'This link has been used or is too old. Ask for a new one.' },
  INVITATION_EXPIRED: { status: 400, text: 'Invitation has expired.' },
  // Clients tell these by number and text.
  INVITATION_ACCEPTED: { status: 500, text: 'Invitation has already been accepted.' },
  ALREADY_IN_ORGANISATION: { status: 400, text: 'User already member of an account.' },
  SIGN_UP_FAILED: { status: 400, text: 'Unable to signup user.' },
  SIGN_UP_NAME_TAKEN: { status: 500, text: "Username '{0}' not available." },
  USERNAME_RESTRICTED: { status: 400, text: 'Username contains invalid characters.', messageCode: 'DB_0006' },
  USERNAME_TAKEN: { status: 400, text: "Username '{0}' not available." },
  PASSWORD_WEAK: { status: 400, text: 'The password does not meet the password policy.' },
  LAST_ADMINISTRATOR: {
    status: 400,
    text: 'You are an account administrator and cannot remove yourself from the administrator role. Another account administrator must change your role.',
  },
  ADMINISTRATOR_EXISTS: { status: 403, text: 'The portal already has an administrator.' },
  NO_ADMINISTRATOR: { status: 498, text: 'The portal has no administrator yet.' },
  SETUP_LINK_INVALID: { status: 403, text: 'This setup link is not valid. Use the newest link printed by the server.' },
  QUOTA_EXCEEDED: {
    status: 400,
    text: 'Not enough storage: {0} are free. Delete items, empty the recycle bin, or ask an administrator for more.',
  },
  ALREADY_LISTED: { status: 409, text: 'The item is in the marketplace already.' },
  LISTING_NOT_FOUND: { status: 400, text: 'Listing does not exist or is inaccessible.' },
  ALREADY_PROVISIONED: { status: 409, text: 'Your organisation holds this listing already, or has asked for it.' },
  OWNER_QUOTA_EXCEEDED: {
    status: 400,
    text: 'Not enough storage: the owner of the item has no room for this. The owner can delete items, or an administrator give them more.',
  },
  SERVICE_NAME_TAKEN: { status: 400, text: "Service name '{0}' is already in use." },
  SERVICE_NAME_INVALID: { status: 400, text: "Service name '{0}' is invalid." },
  UNREADABLE_FILE: { status: 400, text: 'The file cannot be read: {0}' },
  // Not the fault of the file, as far as anybody knows: the work is tried again.
  READER_ENDED: { status: 500, text: '{0}' },
  INVALID_QUERY: { status: 400, text: 'Cannot perform query. Invalid query parameters.' },
  UNABLE_TO_COMPLETE: { status: 400, text: 'Unable to complete operation.' },
  QUERY_OFF: { status: 403, text: "The features of the layer '{0}' are not to be read: its capabilities do not have Query." },
  VIEW_OF_OTHERS: {
    status: 403,
    text: 'Which features and fields the view shows is decided by who administers the layer that it shows. Ask its owner or an administrator.',
    messageCode: 'VIEW_OF_OTHERS',
  },
  QUERY_TIMED_OUT: { status: 400, text: 'Query timed out.' },
  SAVED_SEARCH_NOT_FOUND: { status: 400, text: 'Saved search does not exist or is inaccessible.' },
  SAVED_SEARCH_NAME_TAKEN: { status: 400, text: "A saved search with the name '{0}' already exists. Choose another name." },
  SAVED_SEARCH_LIMIT: { status: 400, text: 'You have {0} saved searches already. Delete one before you save another.' },
  LEADING_WILDCARD: { status: 400, text: 'A wildcard cannot be the first character of a search term.' },
  QUERY_TOO_COMPLEX: { status: 400, text: 'The query is too long or too complex: {0}.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, text: 'Something went wrong on the server. The reference is {0}.' },
  UNAVAILABLE: { status: 503, text: 'The portal is not available at the moment. Try again in a few seconds.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof kinds;

/** The table of codes, by code. */
export const ERROR_KINDS: Readonly<Record<ErrorCode, ErrorKind>> = kinds;

/** The one error that operations throw; made by `fail`. */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly details: string[];
  /** Why, as sentences that can be translated; the message has the same in English. */
  readonly reasons: readonly Sentence[];

  constructor(code: ErrorCode, { message, values = [], details = [], reasons = [], cause }: FailOptions) {
    super(
      message ?? fill(kinds[code].text, values.length > 0 ? values : reasons.map((each) => each.text)),
      cause === undefined ? undefined : { cause },
    );
    this.name = 'PortalError';
    this.code = code;
    this.details = details;
    this.reasons = reasons;
  }

  get status(): number {
    return kinds[this.code].status;
  }

  get messageCode(): string | undefined {
    return ERROR_KINDS[this.code].messageCode;
  }
}

/** What may go with an error: values for the text (or reasons, which fill it too), details for the list, a cause for the log. */
export interface FailOptions {
  /** In place of the text of a code that has none of its own. */
  message?: string;
  values?: readonly string[];
  details?: string[];
  reasons?: readonly Sentence[];
  cause?: unknown;
}

/**
 * Ends an operation with an error.
 * @example throw fail('ITEM_NOT_FOUND')
 */
export function fail(code: ErrorCode, options: FailOptions = {}): PortalError {
  return new PortalError(code, options);
}

function fill(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}
