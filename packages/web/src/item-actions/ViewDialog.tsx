// Makes a view of a hosted service: some layers, some rows, some fields, with sharing and settings of its own.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Stack, Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RowFilter } from '../features/where-clause.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { isTable, makeView, type ViewPart, type ViewWishes } from './make-view.ts';
import { useItemChange } from './use-item-change.ts';
import { ViewAreaBox } from './ViewArea.tsx';
import { offeredFields } from './ViewFields.tsx';
import { type PartChoice, ViewParts } from './ViewParts.tsx';
import { faultOfCondition } from './ViewRows.tsx';
import { useViewArea, type ViewArea } from './view-area.ts';

interface Props {
  item: Item;
  service: string;
  layers: readonly LayerInfo[];
  /** What the first layer shows at the moment; the view begins with it. */
  filter?: RowFilter | undefined;
  onClose: () => void;
}

/** The filter that the table has is taken over. */
export function ViewDialog({ item, service, layers, filter, onClose }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [title, setTitle] = useState(t('item.view.title-of', { title: item.title }));
  const [chosen, setChosen] = useState<readonly number[]>(layers.slice(0, 1).map(({ id }) => id));
  const [choices, setChoices] = useState<ReadonlyMap<number, PartChoice>>(new Map());
  const onChoice = useCallback((id: number, choice: PartChoice) => setChoices((before) => new Map(before).set(id, choice)), []);
  const shown = layers.filter(({ id }) => chosen.includes(id));
  const hasPlaces = shown.some((layer) => !isTable(layer));
  const place = useViewArea();
  const area = hasPlaces ? place.area : null;
  const parts = shown.flatMap((layer) => partOf(layer, choices.get(layer.id)) ?? []);
  const isReady = title.trim() !== '' && shown.length > 0 && parts.length === shown.length;
  const wishes = isReady && area !== undefined ? { service, title: title.trim(), parts, area } : undefined;
  const making = useItemChange((made: ViewWishes) => makeView(item, made), {
    isQuiet: true,
    success: t('item.view.done'),
    onDone: (id) => void navigate(paths.item(id)),
  });
  const missing = missingOf(title, shown, choices, area);
  const unfinished = missing === 'item.view.unfinished' ? shown.filter(({ id }) => isUnfinished(choices.get(id))) : [];
  // of several layers the portal does not say whose condition it is
  const fault = shown.length === 1 ? faultOfCondition(making.error) : undefined;
  return (
    <ActionDialog
      title={t('item.view.new')}
      submit={t('item.view.submit')}
      size={640}
      isBusy={making.isPending}
      isDisabled={wishes === undefined}
      why={
        unfinished.length > 0 && layers.length > 1
          ? t('item.view.unfinished-of', { names: unfinished.map(({ name }) => name).join(', ') })
          : missing && t(missing)
      }
      error={fault === undefined ? making.error : null}
      onSubmit={() => wishes && making.mutate(wishes)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.view.hint')}</Text>
        <TextInput label={t('item.title')} maxLength={120} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        <ViewParts
          item={item}
          service={service}
          layers={layers}
          chosen={chosen}
          onChosen={setChosen}
          filter={filter}
          area={area}
          fault={fault}
          onChoice={onChoice}
        />
        {hasPlaces && <ViewAreaBox choice={place} extent={item.extent} />}
      </Stack>
    </ActionDialog>
  );
}

/** What is needed before a view can be made; the conditions of a layer may be folded away. */
function missingOf(
  title: string,
  shown: readonly LayerInfo[],
  choices: ReadonlyMap<number, PartChoice>,
  area: ViewArea | null | undefined,
) {
  if (title.trim() === '') return 'item.view.title-first';
  if (shown.length === 0) return 'item.view.layer-first';
  if (shown.some((layer) => hasNoField(layer, choices.get(layer.id)))) return 'item.view.field-first';
  if (area === undefined) return 'item.view.area-first';
  return shown.some(({ id }) => isUnfinished(choices.get(id))) ? 'item.view.unfinished' : undefined;
}

/** Nothing is known of a layer before it was drawn. */
const isUnfinished = (choice: PartChoice | undefined): boolean => choice !== undefined && choice.where === undefined;

const hasNoField = (layer: LayerInfo, choice: PartChoice | undefined): boolean =>
  offeredFields(layer).every(({ name }) => choice?.left.includes(name));

/** Undefined while a condition is not finished, and where no field would be left. */
function partOf(layer: LayerInfo, choice: PartChoice | undefined): ViewPart | undefined {
  const offered = offeredFields(layer);
  const fields = offered.filter(({ name }) => !choice?.left.includes(name)).map(({ name }) => name);
  if (choice?.where === undefined || fields.length === 0) return undefined;
  return { layer, where: choice.where, fields: choice.left.length > 0 ? fields : [] };
}
