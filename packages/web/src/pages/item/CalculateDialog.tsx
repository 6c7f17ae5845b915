// Sets a field of many rows at once: to what an expression gives for each of them, or to one value.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { isWritable } from '../../features/edit-rights.ts';
import { fieldFault } from '../../features/field-fault.ts';
import { RowField } from '../../features/RowField.tsx';
import { fieldInAnyType } from '../../features/subtypes.ts';
import { typedValue } from '../../features/typed-value.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { faultOfCondition } from '../../item-actions/ViewRows.tsx';
import { useFormat, useSentences, useTranslate } from '../../language/use-language.ts';
import { CalculatedRows, useRowsChoice } from './CalculatedRows.tsx';
import { CalculationPreview } from './CalculationPreview.tsx';
import { type Calculated, calculate, faultOfExpression, saidOfExpression } from './calculation.ts';
import { ExpressionInput } from './ExpressionInput.tsx';

/** How long nothing is typed before the portal looks at it. */
const PAUSE_MS = 400;

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  /** The field that it begins with. */
  field: WireField;
  /** The rows that the person may change, where that is not all. */
  own?: string | undefined;
  /** The rows that the table shows. */
  shown?: string | undefined;
  onClose: () => void;
}

/** Nothing that was typed is lost by choosing another field, another way or other rows, nor by a failure. */
export function CalculateDialog({ itemId, service, layer, field: firstField, own, shown, onClose }: Props) {
  const t = useTranslate();
  const say = useSentences();
  const format = useFormat();
  const fields = layer.fields.filter(isWritable);
  const [name, setName] = useState(firstField.name);
  const field = fieldInAnyType(layer, fields.find((each) => each.name === name) ?? firstField);
  const [isExpression, setExpression] = useState(true);
  const [sql, setSql] = useState('');
  const [text, setText] = useState('');
  const rows = useRowsChoice({ itemId, service, layer, own, shown });
  const { verdict, sound } = useVerdict(itemId, service, layer, isExpression ? sql.trim() : '');
  const mayBeEmpty = field.nullable !== false;
  const value = fieldFault(text, field, !mayBeEmpty) === undefined ? typedValue(text, field) : undefined;
  const what = isExpression ? asExpression(sql) : value === undefined ? undefined : { value };
  const running = useItemChange(({ where, ...got }: Calculated & { where: string }) => calculate({ service, layer }, field, where, got), {
    isQuiet: true,
    onDone: (count) => {
      notifications.show({ message: t('item.calculate.done', { count, shown: format.number(count) }), color: 'lichen' });
      onClose();
    },
  });
  // what failed was about what stood there before
  const change =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      running.reset();
      set(next);
    };
  const said = isExpression ? (saidOfExpression(running.error) ?? saidOfExpression(verdict)) : undefined;
  const isSaid = said !== undefined || (rows.which === 'where' && faultOfCondition(running.error) !== undefined);
  return (
    <ActionDialog
      title={t('item.calculate.open')}
      submit={t('item.calculate.submit')}
      size={640}
      isBusy={running.isPending}
      isDisabled={what === undefined || rows.where === undefined || !rows.count}
      why={what !== undefined ? undefined : t(isExpression ? 'item.calculate.why-expression' : 'item.calculate.why-value')}
      error={isSaid ? undefined : (running.error ?? (faultOfCondition(rows.error) ? undefined : rows.error))}
      onSubmit={() => {
        if (what !== undefined && rows.where !== undefined && rows.count) running.mutate({ ...what, where: rows.where });
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Select
          label={t('item.data.field')}
          allowDeselect={false}
          searchable
          value={field.name}
          onChange={(next) => change(setName)(next ?? field.name)}
          data={fields.map((each) => ({ value: each.name, label: each.alias }))}
        />
        <SegmentedControl
          aria-label={t('item.calculate.how')}
          value={isExpression ? 'expression' : 'value'}
          onChange={(how) => change(setExpression)(how === 'expression')}
          data={[
            { value: 'expression', label: t('item.calculate.expression') },
            { value: 'value', label: t('item.calculate.value') },
          ]}
        />
        {isExpression ? (
          <ExpressionInput fields={layer.fields} value={sql} fault={said && say(said)} onChange={change(setSql)} />
        ) : (
          <div>
            <RowField field={field} isRequired={!mayBeEmpty} value={text} onChange={change(setText)} />
            {text === '' && mayBeEmpty && (
              <Text size="sm" c="dimmed" mt={4}>
                {t('item.calculate.emptied')}
              </Text>
            )}
          </div>
        )}
        <CalculatedRows rows={rows} field={field} failure={running.error} onChange={() => running.reset()} />
        {sound !== undefined && rows.where !== undefined && rows.count ? (
          <CalculationPreview itemId={itemId} service={service} layer={layer} field={field} expression={sound} where={rows.where} />
        ) : null}
      </Stack>
    </ActionDialog>
  );
}

function asExpression(sql: string): Calculated | undefined {
  const sqlExpression = sql.trim();
  return sqlExpression === '' ? undefined : { sqlExpression };
}

/** What the portal says of an expression once nothing more is typed: its fault, or the expression where it can be used. */
function useVerdict(itemId: string, service: string, layer: LayerInfo, sql: string) {
  const [asked] = useDebouncedValue(sql, PAUSE_MS);
  const { data } = useQuery({
    queryKey: [...keys.itemPart(itemId, `expression-${layer.id}`), asked],
    queryFn: async ({ signal }) => ({ fault: await faultOfExpression({ service, layer }, asked, signal) }),
    enabled: asked !== '',
    retry: false,
  });
  const isKnown = data !== undefined && asked === sql && sql !== '';
  return { verdict: isKnown ? data.fault : undefined, sound: isKnown && data.fault === undefined ? sql : undefined };
}
