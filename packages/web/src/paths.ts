// Links as functions: the one place that knows how pages are addressed.

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** What the search page is asked for. */
export interface SearchLink {
  q?: string;
  /** Kind of thing: content or groups. */
  t?: 'content' | 'groups';
  /** The preselected filter. */
  focus?: string;
  [more: string]: string | number | boolean | undefined;
}

/** Addresses of the pages; the spelling here is the canonical one. */
export const paths = {
  home: () => '/home/index.html',
  signIn: (query: { returnUrl?: string; error?: string | number; invitation?: string } = {}) => address('/home/signin.html', query),
  acceptInvite: (query: { invitation: string }) => address('/home/acceptinvite.html', query),
  createAccount: (query: { invitation?: string; referrer?: string; returnUrl?: string } = {}) => address('/home/createaccount.html', query),
  createAdmin: (query: { code?: string } = {}) => address('/home/createadmin.html', query),
  setup: () => '/home/setup.html',
  gallery: (query: { start?: number } = {}) => address('/home/gallery.html', query),
  search: (query: SearchLink = {}) => address('/home/search.html', query),
  content: (query: { user?: string; folder?: string } = {}) => address('/home/content.html', query),
  item: (id: string, query: { tab?: string } = {}) => address('/home/item.html', { id, ...query }),
  groups: (query: { view?: string } = {}) => address('/home/groups.html', query),
  group: (id: string) => address('/home/group.html', { id }),
  marketplace: (query: { id?: string; view?: string } = {}) => address('/home/marketplace.html', query),
  user: (username?: string) => address('/home/user.html', { user: username }),
  organization: (query: { view?: string } = {}) => address('/home/organization.html', query),
  mapViewer: (query: { webmap?: string; layers?: string; extent?: string; edit?: 1; useExisting?: 1 } = {}) =>
    address('/home/webmap/viewer.html', query),
  troubleshoot: () => '/home/troubleshoot.html',
  help: () => '/home/support.html',
  error: (query: { c?: string } = {}) => address('/home/error.html', query),
} as const;

/** Pages a signed-out visitor of a private organisation may see. @source AC-158, SH-137, notes A2 */
export const OPEN_PAGES: readonly string[] = [
  '/home/signin.html',
  '/home/acceptinvite.html',
  '/home/createaccount.html',
  '/home/createadmin.html',
  '/home/setup.html',
  '/home/troubleshoot.html',
  '/home/newpassword.html',
  '/home/error.html',
  '/home/support.html',
];
