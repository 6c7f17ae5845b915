// What the organisation holds and asked for, and who has licences.
import { cancelPurchase, getPurchases, type Provision, provisionUsers, unprovisionUsers } from '@graticule/contract/marketplace/listings';
import { Badge, Button, Skeleton, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { Row, RowMeta, Rows, RowTitle, RowWords } from '../../ui/Rows.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { ListingPicture } from './ListingRows.tsx';
import classes from './Marketplace.module.css';

/** Newest first, purchases and trials together. */
export function Held() {
  const t = useTranslate();
  const [open, setOpen] = useState<{ provision: Provision; dialog: 'licences' | 'end' }>();
  const { data, error, refetch } = useQuery({ queryKey: keys.purchases, queryFn: () => call(getPurchases, { portal: 'self' }) });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="lg" />;
  const all = [...data.purchases, ...data.trials].sort((a, b) => b.created - a.created);
  if (all.length === 0)
    return (
      <StatePage
        isInline
        title={t('marketplace.none-held')}
        text={t('marketplace.none-held-text')}
        action={{ label: t('marketplace.browse'), to: paths.marketplace() }}
      />
    );
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows>
        {all.map((provision) => (
          <HeldRow key={provision.id} provision={provision} onOpen={(dialog) => setOpen({ provision, dialog })} />
        ))}
      </Rows>
      {open?.dialog === 'end' && <EndDialog provision={open.provision} onClose={close} />}
      {open?.dialog === 'licences' && <LicencesDialog provision={open.provision} onClose={close} />}
    </>
  );
}

function HeldRow({ provision, onOpen }: { provision: Provision; onOpen: (dialog: 'licences' | 'end') => void }) {
  const t = useTranslate();
  const format = useFormat();
  const { can } = useSession();
  const { listing, status } = provision;
  const isOpen = status === 'active' || status === 'requested';
  return (
    <Row className={classes.row}>
      <ListingPicture listing={listing} />
      <RowWords className={classes.words}>
        <RowTitle>
          <Link to={status === 'active' ? paths.item(provision.itemId) : paths.marketplace({ id: provision.itemId })}>
            <bdi>{listing.title}</bdi>
          </Link>
        </RowTitle>
        <RowMeta className={classes.meta}>
          <Badge variant="light" color={status === 'active' ? 'lichen' : 'gray'} tt="none">
            {t(`marketplace.status.${status}`)}
          </Badge>
          <span>{t(`marketplace.kind.${provision.type}`)}</span>
          <span>{t('marketplace.by', { name: listing.vendor.name })}</span>
          <span>{t('marketplace.since', { when: format.date(provision.startDate > 0 ? provision.startDate : provision.created) })}</span>
          {provision.endDate > 0 && (
            <span>{t(status === 'ended' ? 'marketplace.ended-on' : 'marketplace.until', { when: format.date(provision.endDate) })}</span>
          )}
        </RowMeta>
        {provision.users && status === 'active' && (
          <RowMeta className={classes.meta}>
            {t('marketplace.licences')}: <bdi>{format.list(provision.users) || t('marketplace.nobody')}</bdi>
          </RowMeta>
        )}
      </RowWords>
      <div className={classes.actions}>
        {provision.users && status === 'active' && (
          <Button variant="default" onClick={() => onOpen('licences')}>
            {t('marketplace.licences')}
          </Button>
        )}
        {isOpen && can('marketplace:admin:purchase') && (
          <Button variant="default" onClick={() => onOpen('end')}>
            {t(status === 'requested' ? 'marketplace.withdraw' : 'marketplace.give-back')}
          </Button>
        )}
      </div>
    </Row>
  );
}

function EndDialog({ provision, onClose }: { provision: Provision; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { title } = provision.listing;
  const words =
    provision.status === 'requested'
      ? { title: t('marketplace.withdraw-title', { title }), text: t('marketplace.withdraw-text'), submit: t('marketplace.withdraw') }
      : { title: t('marketplace.give-back-title', { title }), text: t('marketplace.give-back-text'), submit: t('marketplace.give-back') };
  const ending = useMutation({
    mutationFn: () => call(cancelPurchase, { portal: 'self', provisionId: provision.id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={words.title}
      submit={words.submit}
      isDestructive
      isBusy={ending.isPending}
      error={ending.error}
      onSubmit={() => ending.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{words.text}</Text>
    </ActionDialog>
  );
}

function LicencesDialog({ provision, onClose }: { provision: Provision; onClose: () => void }) {
  const t = useTranslate();
  const format = useFormat();
  const client = useQueryClient();
  const before = provision.users ?? [];
  const [users, setUsers] = useState<string[]>(before);
  const saving = useMutation({
    mutationFn: async () => {
      const input = { portal: 'self', provisionId: provision.id };
      const added = users.filter((name) => !before.includes(name));
      const gone = before.filter((name) => !users.includes(name));
      const given = added.length > 0 ? await call(provisionUsers, { ...input, users: added }) : undefined;
      if (gone.length > 0) await call(unprovisionUsers, { ...input, users: gone });
      return given?.notProvisioned ?? [];
    },
    onSuccess: async (unknown) => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      if (unknown.length > 0)
        notifications.show({ message: t('marketplace.licences-unknown', { names: format.list(unknown) }), color: 'vermilion' });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('marketplace.licences-of', { title: provision.listing.title })}
      submit={t('shell.save')}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <TagsInput
        data-autofocus
        label={t('marketplace.licences')}
        description={t('marketplace.licences-text')}
        dir="ltr"
        value={users}
        onChange={setUsers}
      />
    </ActionDialog>
  );
}
