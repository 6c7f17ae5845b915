// The whole URL map: every page, lazily loaded with its messages, and the older spellings of addresses.
import type { Area } from '@graticule/i18n/messages';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunction,
} from 'react-router';
import { itemQuery } from './api/item-query.ts';
import { queryClient } from './api/query-client.ts';
import { useMaybeSession } from './api/session.ts';
import { ensureMessages } from './language/language-store.ts';
import { paths } from './paths.ts';
import { RouteError } from './shell/RouteError.tsx';
import { type PageHandle, Shell } from './shell/Shell.tsx';
import { endUploads, useOpenUploads } from './uploads/open-uploads.ts';

interface PageOptions {
  handle?: PageHandle;
  /** Runs while the code of the page is fetched. */
  loader?: (arguments_: LoaderFunctionArgs) => null;
  shouldRevalidate?: ShouldRevalidateFunction;
}

/** A page: its file under `/home/`, its code, and the areas of messages it speaks with. */
function page(path: string, load: () => Promise<ComponentType>, areas: readonly Area[], more: PageOptions = {}): RouteObject {
  return {
    path,
    ...more,
    lazy: async () => {
      const [Component] = await Promise.all([load(), ensureMessages(areas)]);
      return { Component };
    },
  };
}

/**
 * Begins anew at the page unless it was the first: its preview is in a frame, and only the document of this page may hold
 * frames with other sites.
 */
function ownDocument(url: string): null {
  const [first] = performance.getEntriesByType('navigation');
  if (first && !/\/configureapp\.html$/i.test(new URL(first.name).pathname)) throw redirectDocument(url);
  return null;
}

const idOf = (address: URL): string => address.searchParams.get('id') ?? '';

const PAGES: readonly RouteObject[] = [
  page('index.html', async () => (await import('./pages/home/HomePage.tsx')).HomePage, ['home', 'item-types']),
  page('signin.html', async () => (await import('./pages/sign-in/SignInPage.tsx')).SignInPage, ['sign-in']),
  page('acceptinvite.html', async () => (await import('./pages/invitation/AcceptInvitePage.tsx')).AcceptInvitePage, [
    'invitations',
    'people',
    'sign-in',
  ]),
  page('createaccount.html', async () => (await import('./pages/invitation/CreateAccountPage.tsx')).CreateAccountPage, [
    'invitations',
    'people',
    'sign-in',
  ]),
  page('createadmin.html', async () => (await import('./pages/setup/CreateAdminPage.tsx')).CreateAdminPage, ['setup', 'sign-in']),
  page('setup.html', async () => (await import('./pages/setup/SetUpPage.tsx')).SetUpPage, ['setup']),
  page(
    'content.html',
    async () => (await import('./pages/content/ContentPage.tsx')).ContentPage,
    ['content', 'item', 'formats', 'item-types', 'share', 'search'],
    {
      loader: ({ request }) => {
        // a file that cannot be loaded is told of by the page, which needs files too
        void import('./pages/content/prefetch.ts').then(
          ({ prefetchContent }) => prefetchContent(new URL(request.url).searchParams),
          () => undefined,
        );
        return null;
      },
      // other choices are asked for by the page itself
      shouldRevalidate: () => false,
    },
  ),
  page(
    'item.html',
    async () => (await import('./pages/item/ItemPage.tsx')).ItemPage,
    ['item', 'item-types', 'share', 'content', 'formats'],
    {
      loader: ({ request }) => {
        void queryClient.prefetchQuery(itemQuery(idOf(new URL(request.url))));
        return null;
      },
      // another tab is the same item
      shouldRevalidate: ({ currentUrl, nextUrl }) => idOf(currentUrl) !== idOf(nextUrl),
    },
  ),
  page('search.html', async () => (await import('./pages/search/SearchPage.tsx')).SearchPage, ['search', 'item-types', 'groups']),
  page('gallery.html', async () => (await import('./pages/gallery/GalleryPage.tsx')).GalleryPage, ['home', 'search', 'item-types']),
  page('groups.html', async () => (await import('./pages/groups/GroupsPage.tsx')).GroupsPage, ['groups', 'search']),
  page('group.html', async () => (await import('./pages/group/GroupPage.tsx')).GroupPage, ['groups', 'search', 'item-types']),
  page('user.html', async () => (await import('./pages/user/UserPage.tsx')).UserPage, ['people', 'item-types', 'search']),
  page('organization.html', async () => (await import('./pages/organization/OrganizationPage.tsx')).OrganizationPage, [
    'people',
    'sign-in',
    'invitations',
    'groups',
  ]),
  page('marketplace.html', async () => (await import('./pages/marketplace/MarketplacePage.tsx')).MarketplacePage, [
    'marketplace',
    'item-types',
  ]),
  page(
    'webmap/viewer.html',
    async () => (await import('./viewer/MapViewerPage.tsx')).MapViewerPage,
    ['viewer', 'share', 'item-types', 'formats'],
    {
      handle: { isFullBleed: true },
    },
  ),
  page(
    'webmap/configureApp.html',
    async () => (await import('./pages/configure-app/ConfigureAppPage.tsx')).ConfigureAppPage,
    ['item', 'item-types'],
    { loader: ({ request }) => ownDocument(request.url), shouldRevalidate: () => false },
  ),
  page('support.html', async () => (await import('./pages/help/HelpPage.tsx')).HelpPage, ['home', 'sign-in']),
  page('newpassword.html', async () => (await import('./pages/sign-in/NewPasswordPage.tsx')).NewPasswordPage, ['sign-in']),
  page('troubleshoot.html', async () => (await import('./pages/help/TroubleshootPage.tsx')).TroubleshootPage, ['sign-in']),
  page('socialnetwork.html', async () => (await import('./pages/social/SocialNetworkPage.tsx')).SocialNetworkPage, ['item']),
  page('error.html', async () => (await import('./pages/error/ErrorPage.tsx')).ErrorPage, []),
];

/** Sends an older spelling of an address to the canonical one, with its query. */
function moved(path: string, to: (rest: string) => string): RouteObject {
  return {
    path,
    Component: Nothing,
    loader: ({ request, params }: LoaderFunctionArgs) => {
      const { search } = new URL(request.url);
      return redirect(to(params['*'] ?? '') + search);
    },
  };
}

const known = PAGES.map((route) => route.path ?? '');

const ALIASES: readonly RouteObject[] = [
  moved('/', () => paths.home()),
  moved('/home', () => paths.home()),
  ...known.map((path) => moved(`/${path}`, () => `/home/${path}`)),
  moved('/home/search', () => paths.search()),
  moved('/home/item', () => '/home/item.html'),
  moved('/home/webmap', () => paths.mapViewer()),
  moved('/apps/mapviewer/*', () => paths.mapViewer()),
];

/** Shown while the first page's code loads: the space is the page's own, so nothing moves. */
function Nothing() {
  return null;
}

const UploadCenter = lazy(async () => {
  const [{ UploadCenter: Center }] = await Promise.all([
    import('./pages/content/UploadCenter.tsx'),
    ensureMessages(['content', 'item', 'item-types', 'formats']),
  ]);
  return { default: Center };
});

/** The frame of every page, and beside it the files that are being added while somebody goes from page to page. */
function Frame() {
  const session = useMaybeSession();
  const uploads = useOpenUploads();
  const isTheirs = uploads?.username === session?.user?.username;
  const isOver = uploads !== undefined && session !== undefined && !isTheirs;
  useEffect(() => {
    if (isOver) endUploads();
  }, [isOver]);
  return (
    <>
      <Shell />
      {uploads && isTheirs && (
        <Suspense>
          <UploadCenter uploads={uploads} />
        </Suspense>
      )}
    </>
  );
}

/** Makes the router, which begins at once to fetch the code of the page; it is shown once the messages of the shell are there. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Frame,
      ErrorBoundary: RouteError,
      HydrateFallback: Nothing,
      children: [
        ...ALIASES,
        {
          path: '/home',
          ErrorBoundary: RouteError,
          children: [...PAGES],
        },
        {
          path: '*',
          lazy: async () => ({ Component: (await import('./pages/error/NotFoundPage.tsx')).NotFoundPage }),
        },
      ],
    },
  ]);
}
