// The apps of the switcher, asked for when the page stands and kept for a while.
import { getItemData } from '@graticule/contract/content/items';
import { TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { getProvisionedListings } from '@graticule/contract/marketplace/listings';
import { searchItems } from '@graticule/contract/search';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { type Session, useMaybeSession } from '../api/session.ts';
import { quoted } from '../items/search-query.ts';
import { WEB_APP } from '../items/web-app.ts';
import { configuredApps, MOST_APPS, type SwitcherApp, switcherApps } from './switcher-apps.ts';

const TEN_MINUTES = 600_000;
const KEPT_AS = 'graticule-apps';
/** An organisation lists its apps in one item, or in a few. */
const MOST_LISTS = 5;

/** The property of the organisation that says which items the switcher is made of; without it all web apps shared with the organisation. */
export const SWITCHER_QUERY = 'appSwitcherQuery';

interface KeptApps {
  /** Who saw them, and what they were asked with. */
  of: string;
  at: number;
  apps: SwitcherApp[];
}

/** Undefined until they are known; only members of an organisation have any. @source AC-071, AC-073 */
export function useSwitcherApps(): SwitcherApp[] | undefined {
  const session = useMaybeSession();
  const of = session ? `${session.user?.username} ${switcherQuery(session)}` : '';
  const known = keptApps(of);
  const { data } = useQuery({
    queryKey: keys.switcherApps(of),
    queryFn: async () => {
      const apps = session ? await loadApps(session) : [];
      keepApps({ of, at: Date.now(), apps });
      return apps;
    },
    enabled: Boolean(session?.user?.orgId),
    staleTime: TEN_MINUTES,
    initialData: known?.apps,
    initialDataUpdatedAt: known?.at,
    retry: false,
  });
  return data;
}

/** What the items of the switcher are searched with. */
export function switcherQuery({ portal }: Pick<Session, 'portal'>): string {
  const everyApp = `type:${quoted(WEB_APP)} AND orgid:${portal.id} AND (access:org OR access:public) AND NOT typekeywords:${TYPE_KEYWORDS.hiddenFromSwitcher}`;
  return configuredQuery({ portal }) || everyApp;
}

/** What an administrator set; empty without it. */
export function configuredQuery({ portal }: Pick<Session, 'portal'>): string {
  const configured = portal.portalProperties?.[SWITCHER_QUERY];
  return typeof configured === 'string' ? configured : '';
}

async function loadApps(session: Session): Promise<SwitcherApp[]> {
  const quiet = { quiet: true };
  const { results } = await call(
    searchItems,
    { q: switcherQuery(session), num: MOST_APPS, sortField: 'numViews', sortOrder: 'desc' },
    quiet,
  );
  const lists = configuredQuery(session) ? results.filter(({ type }) => type !== WEB_APP).slice(0, MOST_LISTS) : [];
  const data = await Promise.allSettled(lists.map(({ id }) => call(getItemData, { id }, quiet)));
  const configured = data.flatMap((reply, i) => configuredApps(lists[i]?.id ?? '', reply.status === 'fulfilled' ? reply.value : undefined));
  const username = session.user?.username ?? '';
  const listings = configured.some(({ isLicensed }) => isLicensed)
    ? (await call(getProvisionedListings, { username, num: MOST_APPS }, quiet)).provisionedListings
    : [];
  const openData = session.portal.portalProperties?.openData as { enabled?: unknown } | undefined;
  return switcherApps(configured, results, {
    can: (privilege) => session.user?.privileges?.some((each) => each === privilege) ?? false,
    licensed: new Set(listings.map(({ listing }) => listing.title)),
    hasOpenData: openData?.enabled === true,
  });
}

/** In this tab, so that the button stands at once on the next page; signing out forgets it. */
function keptApps(of: string): KeptApps | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') as KeptApps | null;
    return found?.of === of ? found : undefined;
  } catch {
    return undefined;
  }
}

function keepApps(value: KeptApps): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(value));
  } catch {
    // Where storage is blocked, the next page asks again.
  }
}
