// The listings that one may find.
import { getListings } from '@graticule/contract/marketplace/listings';
import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { ListingRows } from './ListingRows.tsx';

const PER_PAGE = 20;

/** Newest first; found by words of the title. */
export function Browse() {
  const t = useTranslate();
  const [q, setText] = useState('');
  const [start, setStart] = useState(1);
  const find = useDebouncedCallback((text: string) => {
    setText(text.trim());
    setStart(1);
  }, 300);
  const query = { q: q || undefined, start, num: PER_PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: keys.listings(query),
    queryFn: () => call(getListings, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <TextInput
        aria-label={t('marketplace.find')}
        placeholder={t('marketplace.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={320}
        mb="md"
        onChange={(event) => find(event.currentTarget.value)}
      />
      {!data ? (
        <Skeleton height={220} radius="lg" />
      ) : data.total === 0 ? (
        <StatePage
          isInline
          title={t(q ? 'marketplace.no-match' : 'marketplace.none')}
          text={t(q ? 'marketplace.no-match-text' : 'marketplace.none-text')}
        />
      ) : (
        <>
          <ListingRows listings={data.listings} />
          <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
        </>
      )}
    </>
  );
}
