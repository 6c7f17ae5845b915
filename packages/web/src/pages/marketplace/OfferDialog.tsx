// Offers an item in the marketplace, or changes the terms of a listing.
import type { Item } from '@graticule/contract/content/item';
import { type Listing, listItem, updateListing } from '@graticule/contract/marketplace/listings';
import { searchItems } from '@graticule/contract/search';
import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { groupedText } from '../../items/search-query.ts';
import { useTranslate } from '../../language/use-language.ts';

const DEFAULT_TRIAL_DAYS = 30;

/** `listing` is the one to change; without it, an item is chosen. */
export function OfferDialog({ listing, onClose }: { listing: Listing | undefined; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const terms = listing?.listingProperties;
  const [item, setItem] = useState<Pick<Item, 'id' | 'title'>>();
  const [access, setAccess] = useState(terms?.listingAccess ?? 'public');
  const [licenseType, setLicenseType] = useState(terms?.licenseType ?? 'free');
  const [licenseBy, setLicenseBy] = useState(terms?.licenseBy ?? 'organization');
  const [priceDesc, setPrice] = useState(terms?.priceDesc ?? '');
  const [trialDays, setTrialDays] = useState(terms?.trialDuration ?? 0);
  const [properties, setProperties] = useState({
    version: listing?.properties.version ?? '1.0',
    systemRequirements: listing?.properties.systemRequirements ?? '',
    termsAndConditions: listing?.properties.termsAndConditions ?? '',
  });
  const itemId = listing?.itemId ?? item?.id;
  const saving = useMutation({
    mutationFn: (id: string) =>
      call(listing ? updateListing : listItem, {
        itemId: id,
        listingProperties: {
          priceDesc,
          licenseType,
          licenseBy,
          listingAccess: access,
          trialSupported: trialDays > 0,
          ...(trialDays > 0 ? { trialDuration: trialDays } : {}),
        },
        properties,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.marketplace });
      if (item) notifications.show({ message: t('marketplace.offered', { title: item.title }), color: 'lichen' });
      onClose();
    },
  });
  const text = (name: keyof typeof properties) => ({
    value: properties[name],
    onChange: (event: { currentTarget: { value: string } }) => setProperties({ ...properties, [name]: event.currentTarget.value }),
  });
  return (
    <ActionDialog
      title={listing ? listing.title : t('marketplace.offer')}
      submit={t(listing ? 'shell.save' : 'marketplace.offer')}
      size={560}
      isBusy={saving.isPending}
      isDisabled={itemId === undefined}
      error={saving.error}
      onSubmit={() => itemId && saving.mutate(itemId)}
      onClose={onClose}
    >
      <Stack gap="md">
        {!listing && <ItemChoice onChoose={setItem} />}
        <Select
          label={t('marketplace.access')}
          allowDeselect={false}
          value={access}
          onChange={(value) => value && setAccess(value)}
          data={(['public', 'private'] as const).map((value) => ({ value, label: t(`marketplace.access.${value}`) }))}
        />
        <Select
          label={t('marketplace.type')}
          allowDeselect={false}
          value={licenseType}
          onChange={(value) => value && setLicenseType(value)}
          data={(['free', 'paid'] as const).map((value) => ({ value, label: t(`marketplace.type.${value}`) }))}
        />
        <Select
          label={t('marketplace.licence')}
          allowDeselect={false}
          disabled={listing !== undefined}
          value={licenseBy}
          onChange={(value) => value && setLicenseBy(value)}
          data={(['organization', 'user'] as const).map((value) => ({ value, label: t(`marketplace.licence.${value}`) }))}
        />
        <TextInput
          label={t('marketplace.price')}
          description={t('marketplace.price-hint')}
          maxLength={250}
          value={priceDesc}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TrialTerms days={trialDays} onChange={setTrialDays} />
        <TextInput label={t('marketplace.version')} maxLength={50} dir="ltr" {...text('version')} />
        <Textarea
          label={t('marketplace.requirements')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          {...text('systemRequirements')}
        />
        <Textarea label={t('marketplace.terms')} autosize minRows={2} maxRows={8} maxLength={10_000} {...text('termsAndConditions')} />
      </Stack>
    </ActionDialog>
  );
}

/** 0 days: no trial. */
function TrialTerms({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const t = useTranslate();
  return (
    <>
      <Switch
        label={t('marketplace.has-trial')}
        checked={days > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? DEFAULT_TRIAL_DAYS : 0)}
      />
      {days > 0 && (
        <NumberInput
          label={t('marketplace.trial-length')}
          min={1}
          max={365}
          allowDecimal={false}
          clampBehavior="strict"
          value={days}
          onChange={(value) => typeof value === 'number' && value >= 1 && onChange(value)}
        />
      )}
    </>
  );
}

/** Finds items of the organisation while one types. */
function ItemChoice({ onChoose }: { onChoose: (item: Pick<Item, 'id' | 'title'> | undefined) => void }) {
  const t = useTranslate();
  const { portal } = useSession();
  const [text, setText] = useState('');
  const [found] = useDebouncedValue(text.trim(), 250);
  const query = { q: [`orgid:${portal.id}`, groupedText(found)].filter(Boolean).join(' AND '), num: 20 };
  const { data } = useQuery({
    queryKey: keys.itemSearch(query),
    queryFn: () => call(searchItems, query),
    placeholderData: keepPreviousData,
  });
  const items = data?.results ?? [];
  return (
    <Select
      data-autofocus
      label={t('marketplace.item')}
      placeholder={t('marketplace.item-placeholder')}
      searchable
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChoose(items.find((item) => item.id === id))}
      data={items.map((item) => ({ value: item.id, label: item.title }))}
    />
  );
}
