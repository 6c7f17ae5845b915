// gallery.html: everything in the featured group.
import { searchGroups, searchItems } from '@graticule/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { featuredItemsQuery, featuredSort } from '../../items/featured.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';

const PER_PAGE = 24;

/** Cards, page by page. */
export function GalleryPage() {
  const t = useTranslate();
  usePageTitle(t('home.gallery'));
  const { portal } = useSession();
  const [params, setParams] = useSearchParams();
  const start = Math.max(1, Number(params.get('start')) || 1);
  const groupQuery = portal.homePageFeaturedContent ?? '';
  const gallery = useQuery({
    queryKey: ['items', 'gallery', groupQuery, start],
    queryFn: async () => {
      const group = groupQuery ? (await call(searchGroups, { q: groupQuery, num: 1 })).results[0] : undefined;
      if (!group) return null;
      const query = { q: featuredItemsQuery(group.id), ...featuredSort(group), start, num: PER_PAGE };
      return call(searchItems, query);
    },
    placeholderData: keepPreviousData,
  });

  return (
    <ListPage title={t('home.gallery')} intro={t('home.gallery.intro')}>
      {gallery.error ? (
        <ErrorState isInline error={gallery.error} onRetry={() => void gallery.refetch()} />
      ) : gallery.data === undefined ? (
        <ItemCardsSkeleton count={8} />
      ) : !gallery.data || gallery.data.total === 0 ? (
        <StatePage isInline title={t('home.nothing-featured')} text={t('home.nothing-featured-visitor')} />
      ) : (
        <>
          <ItemCards items={gallery.data.results} opens="viewer" />
          <Pager page={gallery.data} perPage={PER_PAGE} onStart={(next) => setParams({ start: String(next) })} />
        </>
      )}
    </ListPage>
  );
}
