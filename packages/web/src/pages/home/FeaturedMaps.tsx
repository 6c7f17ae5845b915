// The gallery of the organisation's featured group, four items at a time.
import { searchGroups, searchItems } from '@graticule/contract/search';
import { ActionIcon, Anchor, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { featuredItemsQuery, featuredSort } from '../../items/featured.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { useLanguage, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import classes from './HomePage.module.css';

/** Items on one page of the home gallery. @source spec 1 section 2 */
const PER_PAGE = 4;

/** Previous and next are disabled at the ends and swap sides in right-to-left languages. */
export function FeaturedMaps() {
  const t = useTranslate();
  const { portal, can } = useSession();
  const { direction } = useLanguage();
  const [page, setPage] = useState(1);
  const groupQuery = portal.homePageFeaturedContent ?? '';

  const group = useQuery({
    queryKey: keys.groupSearch({ q: groupQuery, num: 1 }),
    queryFn: async () => (groupQuery ? ((await call(searchGroups, { q: groupQuery, num: 1 })).results[0] ?? null) : null),
  });
  const query = {
    q: featuredItemsQuery(group.data?.id ?? ''),
    ...featuredSort(group.data ?? null),
    start: 1 + (page - 1) * PER_PAGE,
    num: PER_PAGE,
  };
  const items = useQuery({
    queryKey: keys.itemSearch(query),
    queryFn: () => call(searchItems, query),
    enabled: Boolean(group.data),
    placeholderData: keepPreviousData,
  });

  const error = group.error ?? items.error;
  if (error) return <ErrorState isInline error={error} onRetry={() => void Promise.all([group.refetch(), items.refetch()])} />;
  const isEmpty = group.data === null || items.data?.total === 0;
  const pages = Math.max(1, Math.ceil((items.data?.total ?? 0) / PER_PAGE));
  const Back = direction === 'rtl' ? IconChevronRight : IconChevronLeft;
  const On = direction === 'rtl' ? IconChevronLeft : IconChevronRight;

  return (
    <section aria-labelledby="featured">
      <div className={classes.head}>
        <Title order={2} id="featured" className={classes.heading}>
          {t('home.featured')}
        </Title>
        {!isEmpty && (
          <div className={classes.pager}>
            {group.data && (
              <Anchor component={Link} to={paths.gallery()} size="sm" me="sm">
                {t('home.show-all')}
              </Anchor>
            )}
            <ActionIcon
              variant="default"
              size={40}
              disabled={page <= 1}
              onClick={() => setPage(page - 1)}
              aria-label={t('shell.paging.previous')}
            >
              <Back size={18} aria-hidden />
            </ActionIcon>
            <Text size="sm" c="dimmed" className="tabular" aria-live="polite">
              {t('home.page', { page, pages })}
            </Text>
            <ActionIcon
              variant="default"
              size={40}
              disabled={page >= pages}
              onClick={() => setPage(page + 1)}
              aria-label={t('shell.paging.next')}
            >
              <On size={18} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
      <div className={classes.featured}>
        {isEmpty ? (
          <StatePage
            isInline
            headingOrder={3}
            title={t('home.nothing-featured')}
            text={t(can('portal:user:createItem') ? 'home.nothing-featured-member' : 'home.nothing-featured-visitor')}
            action={can('portal:user:createItem') ? { label: t('home.add-content'), to: paths.content() } : undefined}
          />
        ) : items.data ? (
          <ItemCards items={items.data.results} opens="viewer" titleOrder={3} isShort />
        ) : (
          <ItemCardsSkeleton count={PER_PAGE} isShort />
        )}
      </div>
    </section>
  );
}
