// One listing: what it is, on what terms, and the buttons that take it.
import { getListing, getPurchases, type Listing, purchaseListing, startTrial } from '@graticule/contract/marketplace/listings';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { RowMeta, RowWords } from '../../ui/Rows.tsx';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { ListingPicture, Terms } from './ListingRows.tsx';
import classes from './Marketplace.module.css';

/** Reached from the list, or by the address that a vendor hands out. */
export function ListingDetails({ id }: { id: string }) {
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  const { data, error, refetch } = useQuery({ queryKey: keys.listing(id), queryFn: () => call(getListing, { itemId: id }) });
  usePageTitle(data?.title ?? t('marketplace.title'));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <ListPage title={t('marketplace.title')}>
        <Skeleton height={260} radius="lg" />
      </ListPage>
    );
  return (
    <ListPage title={data.title} intro={t('marketplace.by', { name: data.vendor.name })} actions={<TakeButtons listing={data} />}>
      <Anchor component={Link} to={paths.marketplace()} size="sm" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t('marketplace.back')}
      </Anchor>
      <div className={classes.listing}>
        <ListingPicture listing={data} />
        <RowWords className={classes.words}>
          <Text>
            <bdi>{data.snippet}</bdi>
          </Text>
          <RowMeta className={classes.meta}>
            <span>{typeLabel(data.type)}</span>
            <Terms listing={data} />
          </RowMeta>
          <Facts listing={data} />
        </RowWords>
      </div>
      {data.description && <SafeHtml html={data.description} />}
    </ListPage>
  );
}

function Facts({ listing }: { listing: Listing }) {
  const t = useTranslate();
  const { listingProperties: terms, properties } = listing;
  const facts = [
    ['price', terms.priceDesc],
    ['licence', t(`marketplace.licence.${terms.licenseBy}`)],
    ['version', properties.version],
    ['requirements', properties.systemRequirements],
    ['terms', properties.termsAndConditions],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{t(`marketplace.${name}`)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What the person may do about the listing; a word about the state where it is held or asked for. */
function TakeButtons({ listing }: { listing: Listing }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const { user, can } = useSession();
  const { data } = useQuery({
    queryKey: keys.purchases,
    queryFn: () => call(getPurchases, { portal: 'self' }),
    enabled: Boolean(user?.orgId),
  });
  const isPaid = listing.listingProperties.licenseType === 'paid';
  const take = useMutation({
    mutationFn: (how: 'purchase' | 'trial') => call(how === 'trial' ? startTrial : purchaseListing, { itemId: listing.itemId }),
    onSuccess: async ({ status }, how) => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      const given =
        listing.licenseBy === 'user'
          ? 'marketplace.purchased-by-user'
          : how === 'trial'
            ? 'marketplace.trial-started'
            : 'marketplace.purchased';
      notifications.show({ message: t(status === 'requested' ? 'marketplace.asked' : given), color: 'lichen' });
    },
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  if (!user?.orgId || listing.vendor.id === user.orgId || !data) return null;
  const mine = [...data.purchases, ...data.trials].filter((each) => each.itemId === listing.itemId);
  const held = mine.find((each) => each.type === 'purchase' && each.status === 'active') ?? mine.find((each) => each.status === 'active');
  const isAsked = mine.some((each) => each.status === 'requested');
  const hadTrial = mine.some((each) => each.type === 'trial');
  const mayTry = listing.listingProperties.trialSupported && !hadTrial && !held && !isAsked && can('marketplace:admin:startTrial');
  // A trial that runs can become a purchase.
  const mayPurchase = held?.type !== 'purchase' && !isAsked && can('marketplace:admin:purchase');
  return (
    <>
      {held && held.endDate > 0 && <Text size="sm">{t('marketplace.until', { when: format.date(held.endDate) })}</Text>}
      {held && (
        <Button component={Link} to={paths.item(listing.itemId)}>
          {t('marketplace.open-item')}
        </Button>
      )}
      {isAsked && <Text size="sm">{t('marketplace.asked')}</Text>}
      {mayTry && (
        <Button variant="default" loading={take.isPending && take.variables === 'trial'} onClick={() => take.mutate('trial')}>
          {t('marketplace.trial')}
        </Button>
      )}
      {mayPurchase && (
        <Button
          variant={held ? 'default' : 'filled'}
          loading={take.isPending && take.variables === 'purchase'}
          onClick={() => take.mutate('purchase')}
        >
          {t(isPaid ? 'marketplace.purchase-paid' : 'marketplace.purchase-free')}
        </Button>
      )}
    </>
  );
}
