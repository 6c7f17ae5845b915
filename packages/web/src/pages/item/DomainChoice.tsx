// Asks which values a field may have.
import type { WireField } from '@graticule/contract/services/layer';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { kindOf, numberIn } from '../../features/field-kinds.ts';
import { NumberField } from '../../features/NumberField.tsx';
import { useBadNumber } from '../../features/use-number-text.ts';
import { useTranslate } from '../../language/use-language.ts';
import type { DomainDraft } from './domain-draft.ts';
import { ListedValues } from './ListedValues.tsx';

interface Props {
  field: WireField;
  draft: DomainDraft;
  /** What it is to say nothing here, and what that means, where it is not that any value fits. */
  any?: { label: string; hint: string };
  onChange: (draft: DomainDraft) => void;
}

/** Ranges are for numbers. */
export function DomainChoice({ field, draft, any, onChange }: Props) {
  const t = useTranslate();
  const badNumber = useBadNumber();
  const { kind, listed, range } = draft;
  const isNumber = kindOf(field) === 'number';
  const kinds: DomainDraft['kind'][] = isNumber ? ['any', 'codedValue', 'range'] : ['any', 'codedValue'];
  const label = (value: DomainDraft['kind']) => (value === 'any' && any ? any.label : t(`item.field.values.${value}`));
  return (
    <Stack gap="md" align="flex-start">
      <SegmentedControl
        aria-label={t('item.field.values-of', { name: field.alias })}
        value={kind}
        onChange={(value) => onChange({ ...draft, kind: value as DomainDraft['kind'] })}
        data={kinds.map((value) => ({ value, label: label(value) }))}
      />
      <Text size="sm" c="dimmed">
        {kind === 'any' && any ? any.hint : t(`item.field.values.${kind}-hint`)}
      </Text>
      {kind === 'codedValue' && (
        <ListedValues listed={listed} isNumber={isNumber} onChange={(lines) => onChange({ ...draft, listed: lines })} />
      )}
      {kind === 'range' && (
        <Group grow align="flex-start" w="100%">
          {(['from', 'to'] as const).map((end, i) => (
            <NumberField
              key={end}
              label={t(`item.field.range-${end}`)}
              value={range[i] ?? ''}
              error={!!range[i] && numberIn(range[i]) === undefined && badNumber(range[i])}
              onChange={(next) => onChange({ ...draft, range: range.with(i, next) })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
