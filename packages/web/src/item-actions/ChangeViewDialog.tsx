// Changes which rows and which fields a layer of a view shows, and in which area.
import { getItem } from '@graticule/contract/content/items';
import { describeLayers } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { changeDefinition } from '../features/change-definition.ts';
import { useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { LoadLatest } from './LoadLatest.tsx';
import { isTable } from './make-view.ts';
import { useItemChange } from './use-item-change.ts';
import { ViewAreaBox } from './ViewArea.tsx';
import { offeredFields, ViewFields } from './ViewFields.tsx';
import { faultOfCondition, useViewRows, ViewRows } from './ViewRows.tsx';
import { filterOf, useViewArea, type ViewArea } from './view-area.ts';

/** Where the rows of a layer of a view come from. */
export interface ViewSource {
  /** Its condition; empty for all rows. */
  where: string;
  itemId: string;
  layerId: number;
  /** Where they lie; null for everywhere. */
  area: ViewArea | null;
}

interface Props {
  /** Of the view. */
  service: string;
  layer: LayerInfo;
  source: ViewSource;
  /** Shows the dialog anew with what the view is by now. */
  onReload: () => void;
  onClose: () => void;
}

/** The condition is about the rows of the source, also about fields that the view does not show. */
export function ChangeViewDialog({ service, onReload, onClose, ...given }: Props) {
  const t = useTranslate();
  // as they were when the dialog opened: they may be read anew meanwhile
  const [{ layer, source }] = useState(given);
  const found = useQuery({
    queryKey: keys.itemPart(source.itemId, `view-source-${source.layerId}`),
    queryFn: async () => {
      const { url, extent } = await call(getItem, { id: source.itemId }, { quiet: true });
      const name = decodeURIComponent(/\/Hosted\/([^/]+)\/FeatureServer/i.exec(url ?? '')?.[1] ?? '');
      const { layers, tables } = await call(describeLayers, { service: name }, { quiet: true });
      return { name, extent, layer: [...layers, ...tables].find(({ id }) => id === source.layerId) };
    },
    retry: false,
  });
  const from = found.data?.layer;
  const rows = useViewRows(from, undefined, source.where);
  const place = useViewArea(source.area);
  const { area } = place;
  const offered = offeredFields(from);
  const before = offered.filter(({ name }) => layer.fields.some((field) => field.name === name)).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>();
  const shown = chosen ?? before;
  const saving = useItemChange(
    (seen: LayerInfo) => {
      const changed = offered.filter(({ name }) => shown.includes(name) !== before.includes(name));
      const fields = changed.map(({ name }) => ({ name, visible: shown.includes(name) }));
      const filter =
        area === undefined || isSame(area, source.area) ? {} : { adminLayerInfo: { viewLayerDefinition: { filter: filterOf(area) } } };
      const updateDefinition = { viewDefinitionQuery: rows.where, ...filter, ...(fields.length > 0 ? { fields } : {}) };
      return changeDefinition({ service, layer: seen }, updateDefinition);
    },
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const fault = faultOfCondition(saving.error);
  const isReady = from !== undefined && rows.where !== undefined && area !== undefined && shown.length > 0;
  const missing = missingOf(shown, area, rows.where);
  return (
    <ActionDialog
      title={t('item.view.change')}
      submit={t('shell.save')}
      size={640}
      isBusy={saving.isPending}
      isDisabled={!isReady}
      why={from && missing && t(missing)}
      error={found.error ?? (fault === undefined ? saving.error : null)}
      remedy={
        <LoadLatest
          error={saving.error}
          theirs={(now) => <Theirs now={now} />}
          onLoad={onReload}
          onInsist={(now) => isReady && saving.mutate(now)}
        />
      }
      onSubmit={() => isReady && saving.mutate(layer)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.view.change-hint')}</Text>
        {from ? (
          <>
            <ViewRows itemId={source.itemId} service={found.data?.name ?? ''} layer={from} rows={rows} fault={fault} area={area} />
            <ViewFields
              fields={offered}
              shown={shown}
              hint={before.some((name) => !shown.includes(name)) ? t('item.view.fields-hidden') : undefined}
              onChange={setChosen}
            />
            {!isTable(from) && <ViewAreaBox choice={place} extent={found.data?.extent} />}
          </>
        ) : (
          !found.error && <Skeleton height={80} />
        )}
      </Stack>
    </ActionDialog>
  );
}

/** What the view shows by now. */
function Theirs({ now: { viewDefinitionQuery: where, fields } }: { now: LayerInfo }) {
  const t = useTranslate();
  return (
    <>
      <code dir="ltr">{typeof where === 'string' && where !== '' ? where : t('item.view.all-rows')}</code>
      <br />
      {fields.map(({ alias }) => alias).join(', ')}
    </>
  );
}

/** What is needed before it can be saved. */
function missingOf(shown: readonly string[], area: ViewArea | null | undefined, where: string | undefined) {
  if (shown.length === 0) return 'item.view.field-first';
  if (area === undefined) return 'item.view.area-first';
  return where === undefined ? 'item.view.unfinished' : undefined;
}

const isSame = (one: ViewArea | null, other: ViewArea | null): boolean => JSON.stringify(one) === JSON.stringify(other);
