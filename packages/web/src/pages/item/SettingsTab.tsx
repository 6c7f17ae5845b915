// What the owner decides about an item: protection, status, comments; and about the layers of a service.
import type { Item } from '@graticule/contract/content/item';
import { protectItem, unprotectItem, updateItem } from '@graticule/contract/content/user-items';
import { Button, Radio, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { administers } from '../../api/administers.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { isOwner, mayDelete, mayMove } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusKept } from '../../ui/focus-kept.ts';
import { AppSettings } from './AppSettings.tsx';
import { EmptyLayers } from './EmptyLayers.tsx';
import { serviceOf } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { LayerNames } from './LayerNames.tsx';
import { LayerSettings } from './LayerSettings.tsx';
import { ServiceParts } from './ServiceParts.tsx';
import { ServiceTexts } from './ServiceTexts.tsx';
import { SettingsContents } from './SettingsContents.tsx';

const STATUSES = ['', 'org_authoritative', 'deprecated'] as const;

/** Each change is saved as it is made. */
export function SettingsTab({ item, onDelete }: { item: Item; onDelete: () => void }) {
  const t = useTranslate();
  const session = useSession();
  const tab = useRef<HTMLDivElement>(null);
  useFocusKept(tab);
  const service = serviceOf(item);
  // a group that updates the item changes neither names nor all rows at once
  const administersIt = isOwner(item, session) || administers(item, 'portal:admin:updateItems', session);
  const address = { username: item.owner, id: item.id };
  const saved = { success: t('item.saved') };
  const protection = useItemChange((isOn: boolean) => call(isOn ? protectItem : unprotectItem, address), saved);
  const comments = useItemChange((commentsEnabled: boolean) => call(updateItem, { ...address, commentsEnabled }), saved);
  const status = useItemChange(
    (contentStatus: string) => call(updateItem, { ...address, contentStatus, ...(contentStatus === '' ? { clearEmptyFields: true } : {}) }),
    saved,
  );
  const current = STATUSES.find((each) => each !== '' && item.contentStatus.includes(each)) ?? '';
  const parts = (
    <div ref={tab} className={classes.settings}>
      <fieldset>
        <legend>{t('item.settings.general')}</legend>
        <Switch
          label={t('item.protect')}
          description={t('item.settings.protect-hint')}
          checked={protection.isPending ? protection.variables : item.protected === true}
          disabled={!mayMove(item, session) || protection.isPending}
          onChange={(event) => protection.mutate(event.currentTarget.checked)}
        />
        <Switch
          label={t('item.settings.comments')}
          description={t(session.portal.commentsEnabled === false ? 'item.settings.comments-off' : 'item.settings.comments-hint')}
          checked={comments.isPending ? comments.variables : item.commentsEnabled !== false}
          disabled={session.portal.commentsEnabled === false || comments.isPending}
          onChange={(event) => comments.mutate(event.currentTarget.checked)}
        />
        <AppSettings item={item} />
        <Radio.Group
          label={t('item.settings.status')}
          description={t('item.settings.status-hint')}
          value={status.isPending ? status.variables : current}
          onChange={(value) => status.mutate(value)}
        >
          <div className={classes.choices}>
            {STATUSES.map((each) => (
              <Radio
                key={each}
                value={each}
                disabled={status.isPending}
                label={t(each === '' ? 'item.status.none' : `item.status.${each}`)}
                description={each === '' ? undefined : t(`item.status.${each}-hint`)}
              />
            ))}
          </div>
        </Radio.Group>
      </fieldset>
      {service !== undefined && administersIt && <ServiceParts item={item} service={service} />}
      {service !== undefined && administersIt && <LayerNames item={item} service={service} />}
      {service !== undefined && administersIt && <ServiceTexts item={item} service={service} />}
      {service !== undefined && <LayerSettings item={item} service={service} administersIt={administersIt} />}
      {service !== undefined && administersIt && <EmptyLayers item={item} service={service} />}
      {mayDelete(item, session) && (
        <section className={classes.danger}>
          <Text size="sm" mb="sm">
            {t(item.protected ? 'errors.CONT_0048' : 'item.settings.delete-hint')}
          </Text>
          <Button color="vermilion" disabled={item.protected} leftSection={<IconTrash size={18} aria-hidden />} onClick={onDelete}>
            {t('item.settings.delete')}
          </Button>
        </section>
      )}
    </div>
  );
  if (service === undefined) return parts;
  return (
    <div className={classes.withContents}>
      <SettingsContents settings={tab} />
      {parts}
    </div>
  );
}
