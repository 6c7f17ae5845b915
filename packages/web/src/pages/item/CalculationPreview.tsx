// What an expression gives for the first of the rows that it is for, beside what they hold now.
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { type CellValue, cellText } from '../../features/cell-text.ts';
import { kindOf } from '../../features/field-kinds.ts';
import { useFormat, useSentences, useTranslate } from '../../language/use-language.ts';
import { FramedTable } from '../../ui/FramedTable.tsx';
import { saidOfExpression } from './calculation.ts';

/** How many rows are shown. */
const FIRST = 5;
const MADE = 'graticule_made';

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  field: WireField;
  /** One that the portal can read. */
  expression: string;
  where: string;
}

/** Nothing while it is asked for, and where there are no rows. */
export function CalculationPreview({ itemId, service, layer, field, expression, where }: Props) {
  const t = useTranslate();
  const say = useSentences();
  const words = useErrorWords();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: [...keys.itemPart(itemId, `rows-${layer.id}`), 'calculated', where, field.name, expression],
    queryFn: ({ signal }) => {
      const query = {
        service,
        layer: String(layer.id),
        where,
        outFields: `${layer.objectIdField},${field.name},(${expression}) AS ${MADE}`,
        orderByFields: layer.objectIdField,
        resultRecordCount: FIRST,
        returnGeometry: false,
      };
      return call(queryLayer, query, { quiet: true, signal });
    },
    retry: false,
  });
  if (error) {
    const said = saidOfExpression(error);
    return (
      <Text size="sm" c="vermilion" role="alert">
        <span dir="auto">{said ? say(said) : words(error).text}</span>
      </Text>
    );
  }
  if (!data || data.features.length === 0) return null;
  const madeField = data.fields.find(({ name }) => name === MADE);
  // a code is shown by its name, a moment as one; a text that is to become a date stays as it is
  const asField = madeField && kindOf(madeField) !== kindOf(field) ? madeField : field;
  const shown = (value: CellValue, as: WireField) => cellText(value, as, format) ?? t('item.data.no-value');
  return (
    <div>
      <Text size="sm" fw={560} mb={4}>
        {t('item.calculate.first')}
      </Text>
      <FramedTable columns={[{ label: layer.objectIdField }, { label: t('item.calculate.now') }, { label: t('item.calculate.then') }]}>
        {data.features.map(({ attributes }) => (
          <Table.Tr key={attributes[layer.objectIdField]}>
            <Table.Td>{attributes[layer.objectIdField]}</Table.Td>
            <Table.Td>
              <bdi>{shown(attributes[field.name], field)}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{shown(attributes[MADE], asField)}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </FramedTable>
    </div>
  );
}
