// Says which values a field may have: any, those of a list, or numbers of a range.
import type { Domain, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { kindOf, numberIn } from '../../features/field-kinds.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './FieldValues.module.css';

type Kind = 'any' | 'codedValue' | 'range';

interface Listed {
  code: string;
  name: string;
}

const BLANK: Listed = { code: '', name: '' };

interface Props {
  service: string;
  layer: LayerInfo;
  field: WireField;
  onClose: () => void;
}

/** Whether values of a field can be restricted. */
export function mayHaveDomain(field: WireField): boolean {
  return (kindOf(field) === 'text' || kindOf(field) === 'number') && !/OID|GlobalID|XML/.test(field.type);
}

/** Values that rows have already are not looked at: they stay, and are shown as they are. */
export function FieldValuesDialog({ service, layer, field, onClose }: Props) {
  const t = useTranslate();
  const isNumber = kindOf(field) === 'number';
  const { domain } = field;
  const [kind, setKind] = useState<Kind>(domain?.type === 'codedValue' || domain?.type === 'range' ? domain.type : 'any');
  const [listed, setListed] = useState<readonly Listed[]>(() =>
    domain?.type === 'codedValue' ? domain.codedValues.map(({ code, name }) => ({ code: String(code), name })) : [BLANK],
  );
  const [range, setRange] = useState(() => (domain?.type === 'range' ? domain.range.map(String) : ['', '']));
  const made = kind === 'any' ? null : domainOf(kind, field, listed, range);
  const saving = useItemChange(
    () => {
      const updateDefinition = { fields: [{ name: field.name, domain: made }] };
      return call(updateLayerDefinition, { service, layer: String(layer.id), updateDefinition });
    },
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const kinds: Kind[] = isNumber ? ['any', 'codedValue', 'range'] : ['any', 'codedValue'];
  return (
    <ActionDialog
      title={t('item.field.values-of', { name: field.alias })}
      submit={t('shell.save')}
      size={560}
      isBusy={saving.isPending}
      isDisabled={made === undefined}
      why={made === undefined ? t(kind === 'range' ? 'item.field.range-wrong' : 'item.field.list-wrong') : undefined}
      error={saving.error}
      onSubmit={() => saving.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md" align="flex-start">
        <SegmentedControl
          aria-label={t('item.field.values')}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          data={kinds.map((value) => ({ value, label: t(`item.field.values.${value}`) }))}
        />
        <Text size="sm" c="dimmed">
          {t(`item.field.values.${kind}-hint`)}
        </Text>
        {kind === 'codedValue' && <ListedValues listed={listed} isNumber={isNumber} onChange={setListed} />}
        {kind === 'range' && (
          <Group grow align="flex-start" w="100%">
            {(['from', 'to'] as const).map((end, i) => (
              <TextInput
                key={end}
                label={t(`item.field.range-${end}`)}
                dir="ltr"
                inputMode="decimal"
                value={range[i] ?? ''}
                onChange={(event) => setRange(range.with(i, event.currentTarget.value))}
              />
            ))}
          </Group>
        )}
      </Stack>
    </ActionDialog>
  );
}

interface ListProps {
  listed: readonly Listed[];
  isNumber: boolean;
  onChange: (listed: readonly Listed[]) => void;
}

/** A line for each value: what is kept, and what people see. */
function ListedValues({ listed, isNumber, onChange }: ListProps) {
  const t = useTranslate();
  const format = useFormat();
  const change = (at: number, part: Partial<Listed>) => onChange(listed.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <div className={classes.list}>
      {listed.map(({ code, name }, i) => {
        const number = format.number(i + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name while they are typed
          <div key={i} className={classes.line}>
            <TextInput
              aria-label={t('item.field.code-of', { number })}
              placeholder={t('item.field.code')}
              dir={isNumber ? 'ltr' : 'auto'}
              inputMode={isNumber ? 'decimal' : undefined}
              value={code}
              error={isNumber && code !== '' && numberIn(code) === undefined && t('item.field.bad-number')}
              onChange={(event) => change(i, { code: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('item.field.label-of', { number })}
              placeholder={code || t('item.field.alias')}
              dir="auto"
              value={name}
              onChange={(event) => change(i, { name: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('item.field.remove-value', { number })}
              onClick={() => onChange(listed.length > 1 ? listed.filter((_, at) => at !== i) : [BLANK])}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...listed, BLANK])}
      >
        {t('item.field.add-value')}
      </Button>
    </div>
  );
}

/** Lines without a value are left out, a value without words is its own; undefined for what makes no sense. */
function domainOf(
  kind: 'codedValue' | 'range',
  field: WireField,
  listed: readonly Listed[],
  [low = '', high = '']: readonly string[],
): Domain | undefined {
  const name = field.domain?.name || field.name;
  if (kind === 'range') {
    const [from, to] = [numberIn(low), numberIn(high)];
    return from !== undefined && to !== undefined && from <= to ? { type: 'range', name, range: [from, to] } : undefined;
  }
  const isNumber = kindOf(field) === 'number';
  const codedValues = listed
    .filter(({ code }) => code.trim() !== '')
    .map((each) => ({ code: isNumber ? (numberIn(each.code) ?? Number.NaN) : each.code, name: each.name.trim() || each.code }));
  const isSound = codedValues.length > 0 && new Set(codedValues.map(({ code }) => code)).size === codedValues.length;
  return isSound && !codedValues.some(({ code }) => Number.isNaN(code)) ? { type: 'codedValue', name, codedValues } : undefined;
}
