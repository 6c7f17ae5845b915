// What the organisation offers, and who holds or asks for it.
import {
  approveCustomer,
  type Customer,
  declineCustomer,
  endCustomer,
  getCustomers,
  getListings,
  type Listing,
  unlistItem,
} from '@graticule/contract/marketplace/listings';
import { Badge, Button, Skeleton, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { ActionsCell, FramedTable } from '../../ui/FramedTable.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { ListingRows } from './ListingRows.tsx';
import classes from './Marketplace.module.css';

const OfferDialog = lazy(async () => ({ default: (await import('./OfferDialog.tsx')).OfferDialog }));
const PER_PAGE = 20;

/** Listings above, customers below. */
export function Offered() {
  const t = useTranslate();
  const [start, setStart] = useState(1);
  const [open, setOpen] = useState<{ dialog: 'offer' } | { dialog: 'change' | 'take-back'; listing: Listing }>();
  const query = { mylistings: true, start, num: PER_PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: keys.listings(query),
    queryFn: () => call(getListings, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="lg" />;
  const close = () => setOpen(undefined);
  return (
    <>
      {data.total === 0 ? (
        <StatePage
          isInline
          title={t('marketplace.none-offered')}
          text={t('marketplace.none-offered-text')}
          action={{ label: t('marketplace.offer'), onClick: () => setOpen({ dialog: 'offer' }) }}
        />
      ) : (
        <>
          <Button leftSection={<IconPlus size={18} aria-hidden />} mb="md" onClick={() => setOpen({ dialog: 'offer' })}>
            {t('marketplace.offer')}
          </Button>
          <ListingRows listings={data.listings}>
            {(listing) => <ListingActions listing={listing} onOpen={(dialog) => setOpen({ dialog, listing })} />}
          </ListingRows>
          <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
        </>
      )}
      <Customers />
      {open?.dialog === 'take-back' && <TakeBackDialog listing={open.listing} onClose={close} />}
      {(open?.dialog === 'offer' || open?.dialog === 'change') && (
        <Suspense>
          <OfferDialog listing={open.dialog === 'change' ? open.listing : undefined} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function ListingActions({ listing, onOpen }: { listing: Listing; onOpen: (dialog: 'change' | 'take-back') => void }) {
  const t = useTranslate();
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(paths.marketplace({ id: listing.itemId }), location.origin).href);
    notifications.show({ message: t('marketplace.copied'), color: 'lichen' });
  };
  return (
    <>
      <Button variant="default" onClick={() => void copy()}>
        {t('marketplace.copy')}
      </Button>
      <Button variant="default" onClick={() => onOpen('change')}>
        {t('marketplace.change')}
      </Button>
      <Button variant="default" onClick={() => onOpen('take-back')}>
        {t('marketplace.take-back')}
      </Button>
    </>
  );
}

function TakeBackDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const taking = useMutation({
    mutationFn: () => call(unlistItem, { itemId: listing.itemId }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('marketplace.take-back-title', { title: listing.title })}
      submit={t('marketplace.take-back')}
      isDestructive
      isBusy={taking.isPending}
      error={taking.error}
      onSubmit={() => taking.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('marketplace.take-back-text')}</Text>
    </ActionDialog>
  );
}

function Customers() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery({ queryKey: keys.customers, queryFn: () => call(getCustomers, { portal: 'self' }) });
  const [ending, setEnding] = useState<Customer>();
  if (!data) return null;
  return (
    <section aria-labelledby="customers">
      <Title order={2} id="customers" className={classes.heading}>
        {t('marketplace.customers')}
      </Title>
      {data.customers.length === 0 ? (
        <Text c="dimmed">{t('marketplace.none-customers')}</Text>
      ) : (
        <FramedTable
          columns={[
            { label: t('marketplace.customer') },
            { label: t('marketplace.item') },
            { label: t('marketplace.state') },
            { label: t('marketplace.actions'), isActions: true },
          ]}
        >
          {data.customers.map((customer) => (
            <Table.Tr key={customer.id}>
              <Table.Td>
                <bdi>{customer.name}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{customer.title}</bdi>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={customer.status === 'active' ? 'lichen' : 'gray'} tt="none">
                  {t(`marketplace.status.${customer.status}`)}
                </Badge>{' '}
                <Text span size="sm" c="dimmed">
                  {customer.endDate > 0
                    ? t(customer.status === 'ended' ? 'marketplace.ended-on' : 'marketplace.until', {
                        when: format.date(customer.endDate),
                      })
                    : t('marketplace.since', { when: format.date(customer.created) })}
                </Text>
              </Table.Td>
              <ActionsCell>
                <CustomerActions customer={customer} onEnd={() => setEnding(customer)} />
              </ActionsCell>
            </Table.Tr>
          ))}
        </FramedTable>
      )}
      {ending && <EndDialog customer={ending} onClose={() => setEnding(undefined)} />}
    </section>
  );
}

function CustomerActions({ customer, onEnd }: { customer: Customer; onEnd: () => void }) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const deciding = useMutation({
    mutationFn: (grants: boolean) => call(grants ? approveCustomer : declineCustomer, { portal: 'self', provisionId: customer.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.marketplace }),
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  if (customer.status === 'active')
    return (
      <Button variant="default" size="compact-md" onClick={onEnd}>
        {t('marketplace.end')}
      </Button>
    );
  if (customer.status !== 'requested') return null;
  return (
    <div className={classes.actions} style={{ justifyContent: 'flex-end' }}>
      <Button variant="default" size="compact-md" disabled={deciding.isPending} onClick={() => deciding.mutate(false)}>
        {t('marketplace.decline')}
      </Button>
      <Button size="compact-md" disabled={deciding.isPending} onClick={() => deciding.mutate(true)}>
        {t('marketplace.approve')}
      </Button>
    </div>
  );
}

function EndDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => call(endCustomer, { portal: 'self', provisionId: customer.id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('marketplace.end-title', { title: customer.title, name: customer.name })}
      submit={t('marketplace.end')}
      isDestructive
      isBusy={ending.isPending}
      error={ending.error}
      onSubmit={() => ending.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('marketplace.end-text')}</Text>
    </ActionDialog>
  );
}
