// What one type says of the fields of its rows: what new rows begin with, and which values a field may have in it.
import type { WireField } from '@graticule/contract/services/layer';
import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { cellText } from '../../features/cell-text.ts';
import { RowField } from '../../features/RowField.tsx';
import type { ToldType } from '../../features/subtypes.ts';
import { typedValue } from '../../features/typed-value.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import fold from '../../ui/Fold.module.css';
import { DomainChoice } from './DomainChoice.tsx';
import { domainOf, mayHaveDomain } from './domain-draft.ts';
import classes from './TypeFields.module.css';
import { type FieldDraft, type FieldDrafts, fieldDraft, fieldWith } from './type-drafts.ts';

interface Props {
  /** What people call the type. */
  name: string;
  fields: readonly WireField[];
  /** The type before anybody typed; undefined for a new one. */
  told: ToldType | undefined;
  drafts: FieldDrafts;
  onChange: (drafts: FieldDrafts) => void;
  onBack: () => void;
}

/** Takes the place of the list of types; a field opens for itself. */
export function TypeFields({ name, fields, told, drafts, onChange, onBack }: Props) {
  const t = useTranslate();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <Stack gap="sm" align="flex-start" w="100%">
      <Button
        ref={back}
        variant="default"
        size="compact-sm"
        data-keeps
        leftSection={<IconArrowLeft size={16} className={classes.back} aria-hidden />}
        onClick={onBack}
      >
        {t('item.types.all')}
      </Button>
      <h3 className={classes.title}>{t('item.types.fields-of', { name })}</h3>
      <Text size="sm" c="dimmed">
        {t('item.types.fields-hint')}
      </Text>
      <div className={classes.fields}>
        {fields.map((field) => (
          <TypeField
            key={field.name}
            field={field}
            draft={fieldDraft(field, told, drafts)}
            onChange={(draft) => onChange({ ...drafts, [field.name]: draft })}
          />
        ))}
      </div>
    </Stack>
  );
}

interface FieldProps {
  field: WireField;
  draft: FieldDraft;
  onChange: (draft: FieldDraft) => void;
}

function TypeField({ field, draft, onChange }: FieldProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`${fold.fold} ${classes.field}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* opening changes nothing */}
      <summary data-keeps>
        <bdi>{field.alias}</bdi>
        <Said field={field} draft={draft} />
      </summary>
      {isOpen && (
        <Stack gap="md" className={classes.body}>
          <RowField
            field={{ ...fieldWith(field, draft), alias: t('item.types.begin') }}
            isRequired={false}
            value={draft.begin}
            onChange={(begin) => onChange({ ...draft, begin })}
          />
          {mayHaveDomain(field) && (
            <div>
              <Text size="sm" fw={500} mb={4}>
                {t('item.types.allowed')}
              </Text>
              <DomainChoice
                field={field}
                draft={draft.domain}
                any={{ label: t('item.types.inherited'), hint: t('item.types.inherited-hint') }}
                onChange={(domain) => onChange({ ...draft, domain })}
              />
            </div>
          )}
        </Stack>
      )}
    </details>
  );
}

/** What the type says of the field, in a few words. */
function Said({ field, draft }: Pick<FieldProps, 'field' | 'draft'>) {
  const t = useTranslate();
  const format = useFormat();
  const own = fieldWith(field, draft);
  const domain = draft.domain.kind === 'any' ? null : domainOf(draft.domain, field);
  const begin = cellText(typedValue(draft.begin, own), own, format) ?? draft.begin;
  return (
    <small>
      {begin !== '' && <bdi>{begin}</bdi>}
      {begin !== '' && domain && ' · '}
      {domain?.type === 'range' && t('item.field.range', { from: format.number(domain.range[0]), to: format.number(domain.range[1]) })}
      {domain?.type === 'codedValue' &&
        t('item.field.codes', { count: domain.codedValues.length, shown: format.number(domain.codedValues.length) })}
    </small>
  );
}
