// Adds layers and tables of its source to a view: all of their fields and rows, which can be changed afterwards.
import type { Item } from '@graticule/contract/content/item';
import { viewSources } from '@graticule/contract/services/feature-operations';
import { addToServiceDefinition, describeServiceAdmin } from '@graticule/contract/services/service-admin';
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { geometryKey } from '../../items/layer-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './ItemTabs.module.css';
import { definitionOfParts, keyOf, type Source, type SourcePart, sourceOf } from './view-layers.ts';

interface Props {
  /** Of the view. */
  item: Item;
  service: string;
  onClose: () => void;
}

/** A layer that the view shows already is not offered. Layers of a service that the person does not administer neither. */
export function AddViewLayersDialog({ item, service, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const count = chosen.length;
  const adding = useItemChange(
    (parts: readonly SourcePart[]) => call(addToServiceDefinition, { service, addToDefinition: definitionOfParts(parts) }),
    { isQuiet: true, success: t('item.part.added-more', { count, shown: format.number(count) }), onDone: onClose },
  );
  const found = useQuery({
    queryKey: keys.itemPart(item.id, 'view-sources'),
    queryFn: () => readSources(service),
    retry: false,
    // what is being added does not vanish from the dialog before that closes
    enabled: !adding.isPending,
  });
  const sources = found.data ?? [];
  const offered = sources.flatMap((source) => source.parts);
  const parts = offered.filter((part) => chosen.includes(keyOf(part)));
  const put = (key: string, isOn: boolean) => setChosen(isOn ? [...chosen, key] : chosen.filter((each) => each !== key));
  const others = sources.filter(({ isOfOthers }) => isOfOthers);
  return (
    <ActionDialog
      title={t('item.part.add-more')}
      submit={t('item.part.add-submit')}
      isBusy={adding.isPending}
      isDisabled={parts.length === 0}
      why={offered.length > 0 && parts.length === 0 ? t('item.view.layer-first') : undefined}
      error={found.error ?? adding.error}
      onSubmit={() => parts.length > 0 && adding.mutate(parts)}
      onClose={onClose}
    >
      <Stack gap="md">
        {offered.length > 0 && <Text size="sm">{t('item.part.add-hint')}</Text>}
        {found.isPending && <Skeleton height={80} />}
        {sources
          .filter((source) => source.parts.length > 0)
          .map((source) => (
            <fieldset key={source.name} className={classes.wishes}>
              <legend>{t('item.part.of-source', { name: source.name })}</legend>
              {source.parts.map((part) => (
                <Checkbox
                  key={keyOf(part)}
                  label={
                    <>
                      <bdi>{part.name}</bdi> <small>{t(geometryKey(part.geometryType))}</small>
                    </>
                  }
                  checked={chosen.includes(keyOf(part))}
                  onChange={(event) => put(keyOf(part), event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          ))}
        {others.map(({ name }) => (
          <Text key={name} size="sm">
            {t('item.part.of-others', { name })}
          </Text>
        ))}
        {found.data && offered.length === 0 && others.length === 0 && (
          <Text size="sm">{t(sources.length === 0 ? 'item.part.no-source' : 'item.part.all-shown')}</Text>
        )}
      </Stack>
    </ActionDialog>
  );
}

/** What the services that a view shows have beside what it shows. */
async function readSources(service: string): Promise<Source[]> {
  const [{ services }, view] = await Promise.all([
    call(viewSources, { service }, { quiet: true }),
    call(describeServiceAdmin, { service }, { quiet: true }),
  ]);
  return Promise.all(
    services.map(async ({ name, serviceItemId }) => {
      const described = await call(describeServiceAdmin, { service: name }, { quiet: true }).catch((error: unknown) => {
        // others own it, or share it with other people
        if ([403, 404].includes(toApiError(error).status)) return undefined;
        throw error;
      });
      return sourceOf({ name, itemId: serviceItemId }, described, view);
    }),
  );
}
