// The description of an item, cleaned.
import type { Item } from '@graticule/contract/content/item';
import { Button, Text, Title } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { asHtml } from '../../html/as-html.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import classes from './ItemPage.module.css';

/** Those who may write one are asked to, where there is none. */
export function ItemDescription({ item, onEdit }: { item: Item; onEdit: () => void }) {
  const t = useTranslate();
  const canEdit = mayEdit(item, useSession());
  const hasText = Boolean(item.description?.trim());
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t('item.description')}
      </Title>
      {hasText ? (
        <SafeHtml html={asHtml(item.description ?? '')} />
      ) : (
        <Text c="dimmed">{t(canEdit ? 'item.no-description-own' : 'item.no-description')}</Text>
      )}
      {!hasText && canEdit && (
        <Button variant="default" mt="sm" onClick={onEdit}>
          {t('item.add-description')}
        </Button>
      )}
    </section>
  );
}
