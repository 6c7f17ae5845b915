// What one type says of its rows: the templates with which new ones begin, and which values a field may have in it.
import type { WireField } from '@graticule/contract/services/layer';
import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { cellText } from '../../features/cell-text.ts';
import { RowField } from '../../features/RowField.tsx';
import { typedValue } from '../../features/typed-value.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import fold from '../../ui/Fold.module.css';
import { DomainChoice } from './DomainChoice.tsx';
import { type DomainDraft, domainOf, mayHaveDomain } from './domain-draft.ts';
import classes from './TypeFields.module.css';
import { TypeTemplates } from './TypeTemplates.tsx';
import { beginOf, type DraftedType, domainIn, fieldWith, type TypeDraft, withBegin, withDomain } from './type-drafts.ts';

interface Props {
  type: DraftedType;
  fields: readonly WireField[];
  onChange: (draft: TypeDraft) => void;
  onBack: () => void;
}

/** Takes the place of the list of types; a field opens for itself. What new rows begin with is that of one template at a time. */
export function TypeFields({ type, fields, onChange, onBack }: Props) {
  const t = useTranslate();
  const { name, told, draft } = type;
  const [at, setAt] = useState(0);
  const current = Math.min(at, draft.templates.length - 1);
  const template = draft.templates[current] ?? { begins: {} };
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
      <TypeTemplates type={type} at={current} onChoose={setAt} onChange={onChange} />
      <div className={classes.fields}>
        {fields.map((field) => (
          <TypeField
            key={field.name}
            field={field}
            begin={beginOf(field, told, template)}
            domain={domainIn(field, told, draft)}
            onBegin={(text) => onChange(withBegin(draft, current, field, text))}
            onDomain={(domain) => onChange(withDomain(draft, told, field, domain))}
          />
        ))}
      </div>
    </Stack>
  );
}

interface FieldProps {
  field: WireField;
  begin: string;
  domain: DomainDraft;
  onBegin: (text: string) => void;
  onDomain: (domain: DomainDraft) => void;
}

function TypeField({ field, begin, domain, onBegin, onDomain }: FieldProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`${fold.fold} ${classes.field}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* opening changes nothing */}
      <summary data-keeps>
        <bdi>{field.alias}</bdi>
        <Said field={field} begin={begin} domain={domain} />
      </summary>
      {isOpen && (
        <Stack gap="md" className={classes.body}>
          <RowField
            field={{ ...fieldWith(field, domain), alias: t('item.types.begin') }}
            isRequired={false}
            value={begin}
            onChange={onBegin}
          />
          {mayHaveDomain(field) && (
            <div>
              <Text size="sm" fw={500} mb={4}>
                {t('item.types.allowed')}
              </Text>
              <DomainChoice
                field={field}
                draft={domain}
                any={{ label: t('item.types.inherited'), hint: t('item.types.inherited-hint') }}
                onChange={onDomain}
              />
            </div>
          )}
        </Stack>
      )}
    </details>
  );
}

/** What the type says of the field, in a few words. */
function Said({ field, begin: typed, domain: drafted }: Pick<FieldProps, 'field' | 'begin' | 'domain'>) {
  const t = useTranslate();
  const format = useFormat();
  const own = fieldWith(field, drafted);
  const domain = drafted.kind === 'any' ? null : domainOf(drafted, field);
  const begin = cellText(typedValue(typed, own), own, format) ?? typed;
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
