// One file before it is sent: its kind, its title, whether it becomes a layer.
import { ITEM_TYPES, itemType } from '@graticule/contract/item-types/classify';
import { ActionIcon, Checkbox, Select, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import { publishableAs } from '../../item-actions/item-rights.ts';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { partsPacked } from '../../uploads/pack-files.ts';
import type { Unfinished } from '../../uploads/unfinished.ts';
import classes from './UploadRow.module.css';
import type { Planned } from './upload-file.ts';

interface Props {
  plan: Planned;
  /** What arrived of this file in an earlier try. */
  begun: Unfinished | undefined;
  onChange: (changes: Partial<Planned>) => void;
  onRemove: (() => void) | undefined;
}

const FILE_TYPES = ITEM_TYPES.filter((type) => type.data.includes('file')).map((type) => type.name);

/** Publishing is offered where the kind and the person's rights allow it. */
export function UploadPlan({ plan, begun, onChange, onRemove }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const session = useSession();
  const owner = session.user?.username ?? '';
  const publishAs = publishableAs({ owner, type: plan.type, access: 'private' }, session);
  const parts = partsPacked(plan.file);
  const types = [...new Set([plan.type, ...FILE_TYPES])].map((value) => ({ value, label: typeLabel(value) }));
  return (
    <section className={classes.file}>
      <div className={classes.head}>
        <TypeIcon type={plan.type} size={24} />
        <div className={classes.name}>
          <Text fw={560} truncate>
            <bdi>{plan.file.name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {format.size(plan.file.size)}
            {parts !== undefined && ` · ${t('content.upload.packed', { count: parts })}`}
          </Text>
          {begun && (
            <Text size="sm">
              {t('content.upload.begun', { share: format.number(Math.floor(begun.share * 100) / 100, { style: 'percent' }) })}
            </Text>
          )}
        </div>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" size={36} onClick={onRemove} aria-label={t('search.remove', { name: plan.file.name })}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.fields}>
        <TextInput
          data-autofocus
          label={t('item.title')}
          maxLength={250}
          value={plan.title}
          error={plan.title.trim() === '' && t('item.title-required')}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <Select
          label={t('item.type')}
          searchable
          allowDeselect={false}
          value={plan.type}
          data={types.sort((a, b) => a.label.localeCompare(b.label))}
          onChange={(type) => type && onChange({ type: itemType(type).name })}
        />
      </div>
      {publishAs !== undefined && (
        <Checkbox
          label={t('content.upload.publish')}
          description={t(publishAs === 'vectorTilePackage' ? 'content.upload.publish-package-hint' : 'content.upload.publish-hint')}
          checked={plan.isPublished}
          onChange={(event) => onChange({ isPublished: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
