// Says which values a field may have: any, those of a list, or numbers of a range.
import type { Domain, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { kindOf, numberIn } from '../../features/field-kinds.ts';
import { NumberField } from '../../features/NumberField.tsx';
import { useBadNumber } from '../../features/use-number-text.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { BLANK, type Listed, ListedValues } from './ListedValues.tsx';

type Kind = 'any' | 'codedValue' | 'range';

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
  const badNumber = useBadNumber();
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
              <NumberField
                key={end}
                label={t(`item.field.range-${end}`)}
                value={range[i] ?? ''}
                error={!!range[i] && numberIn(range[i]) === undefined && badNumber(range[i])}
                onChange={(next) => setRange(range.with(i, next))}
              />
            ))}
          </Group>
        )}
      </Stack>
    </ActionDialog>
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
