// Names of cached replies: everything about one thing starts with the same words, so that a change can forget it whole.

/** Keys of the cache. */
export const keys = {
  session: ['session'] as const,
  hasAdministrator: ['has-administrator'] as const,
  items: ['items'] as const,
  itemSearch: (query: Readonly<Record<string, unknown>>) => ['items', 'search', query] as const,
  userContent: (username: string, query: Readonly<Record<string, unknown>>) => ['items', 'of', username, query] as const,
  folders: (username: string) => ['items', 'of', username, 'folders'] as const,
  switcherApps: (of: string) => ['items', 'switcher', of] as const,
  item: (id: string) => ['items', 'item', id] as const,
  itemPart: (id: string, part: string) => ['items', 'item', id, part] as const,
  groups: ['groups'] as const,
  groupSearch: (query: Readonly<Record<string, unknown>>) => ['groups', 'search', query] as const,
  group: (id: string) => ['groups', 'group', id] as const,
  groupPart: (id: string, part: string, query: Readonly<Record<string, unknown>> = {}) => ['groups', 'group', id, part, query] as const,
  users: ['users'] as const,
  user: (username: string) => ['users', 'user', username] as const,
  /** Below members: they have roles. */
  roles: ['users', 'roles'] as const,
  holdings: (usernames: readonly string[]) => ['users', 'holdings', usernames] as const,
  members: (query: Readonly<Record<string, unknown>>) => ['users', 'members', query] as const,
  notifications: ['notifications'] as const,
  notificationList: (username: string) => ['notifications', username] as const,
  invitations: (username: string) => ['notifications', username, 'invitations'] as const,
  invitation: (id: string) => ['invitation', id] as const,
  organizations: ['organizations'] as const,
  organizationContents: (id: string) => ['organizations', id, 'contents'] as const,
  officeInvitations: (query?: Readonly<Record<string, unknown>>) =>
    query === undefined ? (['office-invitations'] as const) : (['office-invitations', query] as const),
  marketplace: ['marketplace'] as const,
  listings: (query: Readonly<Record<string, unknown>>) => ['marketplace', 'listings', query] as const,
  listing: (id: string) => ['marketplace', 'listing', id] as const,
  purchases: ['marketplace', 'purchases'] as const,
  customers: ['marketplace', 'customers'] as const,
  savedSearches: (username: string) => ['saved-searches', username] as const,
  passwordPolicy: ['password-policy'] as const,
};
