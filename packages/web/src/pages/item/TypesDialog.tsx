// Says which types the rows of a layer are of: the field that tells them apart, and the value and the name of each.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { kindOf } from '../../features/field-kinds.ts';
import { typeField } from '../../features/subtypes.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { mayHaveDomain } from './FieldValuesDialog.tsx';
import { type Listed, ListedValues } from './ListedValues.tsx';
import { definitionOfTypes, faultOfTypes, hasOtherList, isBlank, linesOf, proposedLines, typesLost } from './layer-types.ts';

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  onClose: () => void;
}

/** Rows are not looked at: their values stay. */
export function TypesDialog({ item, service, layer: asOpened, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  // the lines know their types by the places that these had when the dialog opened; the layer may be read anew meanwhile
  const [layer] = useState(asOpened);
  const before = typeField(layer);
  const offered = layer.fields.filter((field) => mayHaveDomain(field) || field === before);
  const [hasTypes, setHasTypes] = useState(true);
  const [name, setName] = useState(before?.name ?? null);
  const [lines, setLines] = useState<readonly Listed[]>(() => linesOf(layer));
  const field = offered.find((each) => each.name === name);
  const fault = hasTypes ? faultOfTypes(field, lines, format.number) : undefined;
  const lost = hasTypes ? typesLost(layer, lines) : 0;
  const saving = useItemChange(
    () => {
      const updateDefinition = hasTypes && field ? definitionOfTypes(layer, field, lines) : { typeIdField: null, types: [] };
      return call(updateLayerDefinition, { service, layer: String(layer.id), updateDefinition });
    },
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const proposed = useRef<readonly Listed[]>(undefined);
  const choose = (chosen: string | null) => {
    setName(chosen);
    // a proposal that nobody touched goes with its field
    if (!isBlank(lines) && lines !== proposed.current) return;
    proposed.current = proposedLines(offered.find((each) => each.name === chosen));
    setLines(proposed.current);
  };
  return (
    <ActionDialog
      title={t('item.types.title', { name: layer.name })}
      submit={t('shell.save')}
      size={560}
      isBusy={saving.isPending}
      isDisabled={fault !== undefined}
      why={fault && t(fault.key, fault.values)}
      error={saving.error}
      onSubmit={() => fault === undefined && saving.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md" align="flex-start">
        {before && (
          <SegmentedControl
            aria-label={t('item.types')}
            value={hasTypes ? 'some' : 'none'}
            onChange={(value) => setHasTypes(value === 'some')}
            data={(['some', 'none'] as const).map((value) => ({ value, label: t(`item.types.${value}`) }))}
          />
        )}
        <Text size="sm" c="dimmed">
          {t(hasTypes ? 'item.types.how' : 'item.types.none-hint')}
          {hasKeyword(item, TYPE_KEYWORDS.viewService) && ` ${t('item.types.of-view')}`}
        </Text>
        {hasTypes && (
          <>
            <Select
              label={t('item.types.field')}
              placeholder={t('item.types.choose')}
              allowDeselect={false}
              w="100%"
              data={offered.map((each) => ({ value: each.name, label: each.alias }))}
              value={name}
              onChange={choose}
            />
            {field && <ListedValues listed={lines} isNumber={kindOf(field) === 'number'} more={t('item.types.add')} onChange={setLines} />}
            {hasOtherList(field, lines) && <Text size="sm">{t('item.types.other-list')}</Text>}
            {lost > 0 && (
              <Text size="sm" role="status">
                {t('item.types.lost', { count: lost, shown: format.number(lost) })}
              </Text>
            )}
          </>
        )}
      </Stack>
    </ActionDialog>
  );
}
