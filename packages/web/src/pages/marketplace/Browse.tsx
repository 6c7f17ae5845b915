// The listings that one may find.
import { getListings } from '@graticule/contract/marketplace/listings';
import { Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { ListingRows } from './ListingRows.tsx';

const PER_PAGE = 20;

/** Newest first; found by words of the title. */
export function Browse() {
  const t = useTranslate();
  const { get, start, choose, setStart } = useListAddress();
  const q = get('q') ?? '';
  const query = { q: q || undefined, start, num: PER_PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: keys.listings(query),
    queryFn: () => call(getListings, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Box mb="md">
        <FindField label={t('marketplace.find')} value={q} width={320} onFind={(text) => choose('q', text)} />
      </Box>
      <PagedList
        page={data}
        perPage={PER_PAGE}
        height={220}
        empty={{
          title: t(q ? 'marketplace.no-match' : 'marketplace.none'),
          text: t(q ? 'marketplace.no-match-text' : 'marketplace.none-text'),
        }}
        onStart={setStart}
      >
        {({ listings }) => <ListingRows listings={listings} />}
      </PagedList>
    </>
  );
}
