// gallery.html: the items of the featured group, all of them.
import { searchGroups, searchItems } from '@graticule/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { featuredItemsQuery, featuredSort } from '../../items/featured.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { Gallery } from './Gallery.tsx';
import { GALLERY_PAGE, pageWithin } from './gallery-page.ts';

/** The page is in the address; one past the last shows the last. */
export function GalleryPage() {
  const t = useTranslate();
  usePageTitle(t('home.gallery'));
  const { portal } = useSession();
  const [params, setParams] = useSearchParams();
  const wanted = Math.ceil(Math.max(1, Number(params.get('start')) || 1) / GALLERY_PAGE);
  const groupQuery = portal.homePageFeaturedContent ?? '';
  const group = useQuery({
    queryKey: keys.groupSearch({ q: groupQuery, num: 1 }),
    queryFn: async () => (groupQuery ? ((await call(searchGroups, { q: groupQuery, num: 1 })).results[0] ?? null) : null),
  });
  const shownGroup = useRef<string>(undefined);
  const groupId = group.data?.id;
  useEffect(() => {
    // other items begin with their first page
    if (shownGroup.current !== undefined && groupId !== undefined && shownGroup.current !== groupId) setParams({}, { replace: true });
    shownGroup.current = groupId ?? shownGroup.current;
  }, [groupId, setParams]);
  const load = (page: number) => {
    const query = {
      q: featuredItemsQuery(group.data?.id ?? ''),
      ...featuredSort(group.data ?? null),
      start: 1 + (page - 1) * GALLERY_PAGE,
      num: GALLERY_PAGE,
    };
    return {
      queryKey: keys.itemSearch(query),
      queryFn: () => call(searchItems, query),
      enabled: Boolean(group.data),
      placeholderData: keepPreviousData,
    };
  };
  const asked = useQuery(load(wanted));
  const total = asked.data?.total ?? 0;
  const page = asked.data ? pageWithin(wanted, Math.ceil(total / GALLERY_PAGE)) : wanted;
  const gallery = useQuery({ ...load(page), enabled: Boolean(group.data) && asked.data !== undefined });
  const error = group.error ?? asked.error ?? gallery.error;
  return (
    <ListPage title={t('home.gallery')} intro={t('home.gallery.intro')}>
      {error ? (
        <ErrorState isInline error={error} onRetry={() => void Promise.all([group.refetch(), asked.refetch()])} />
      ) : (
        <Gallery
          items={group.data === null ? [] : gallery.data?.results}
          total={total}
          page={page}
          onPage={(next) => setParams(next === 1 ? {} : { start: String(1 + (next - 1) * GALLERY_PAGE) })}
        />
      )}
    </ListPage>
  );
}
