// Asks for the values of a new row, and for its place where the layer holds points.
import { addFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Anchor, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { requireSuccess } from '../../features/edit-as-seen.ts';
import { isRequired } from '../../features/edit-rights.ts';
import { RowField } from '../../features/RowField.tsx';
import { degreesTyped } from '../../features/typed-number.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import type { RowScope } from './related-rows.ts';
import { useNewRow } from './use-new-row.ts';

interface Props {
  service: string;
  layer: LayerInfo;
  /** The row that is added has this value. */
  scope: RowScope | undefined;
  onClose: () => void;
}

/** Begins with the values that the layer gives to new rows. */
export function AddRowDialog({ service, layer, scope, onClose }: Props) {
  const t = useTranslate();
  const row = useNewRow(layer, scope);
  const [place, setPlace] = useState({ x: '', y: '' });
  const isPoint = layer.geometryType === 'esriGeometryPoint';
  const x = degreesTyped(place.x);
  const y = degreesTyped(place.y);
  const fits = { x: x !== undefined && Math.abs(x) <= 180, y: y !== undefined && Math.abs(y) <= 90 };
  const hasPlace = fits.x && fits.y;
  const isBlank = place.x === '' && place.y === '';
  // what the layer gives by itself does not make a row worth keeping
  const isUntouched = isBlank && scope === undefined && row.isUntouched;
  const isUnfinished = !row.isComplete || (isPoint && !hasPlace && !isBlank);
  const adding = useItemChange(
    async () => {
      const attributes = { ...row.attributes(), ...(scope ? { [scope.field.name]: scope.value } : {}) };
      const geometry = isPoint && hasPlace ? { geometry: { x, y, spatialReference: { wkid: 4326 } } } : {};
      const { addResults } = await call(addFeatures, { service, layer: String(layer.id), features: [{ attributes, ...geometry }] });
      requireSuccess(addResults[0]);
    },
    { isQuiet: true, success: t('item.data.row-added'), onDone: onClose },
  );
  return (
    <ActionDialog
      title={t('item.data.add-row')}
      submit={t('item.data.add-row')}
      isBusy={adding.isPending}
      isDisabled={isUntouched || isUnfinished}
      why={isUntouched ? t('item.data.row-empty') : isUnfinished ? t('item.data.row-unfinished') : undefined}
      error={adding.error}
      onSubmit={() => adding.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="sm">
        {scope && <TextInput label={scope.field.alias} description={t('item.data.related-key')} value={String(scope.value)} readOnly />}
        {isPoint && (
          <div>
            <Group grow gap="sm" align="flex-start">
              {(['x', 'y'] as const).map((axis) => (
                <TextInput
                  key={axis}
                  label={t(axis === 'x' ? 'item.data.longitude' : 'item.data.latitude')}
                  dir="ltr"
                  inputMode="decimal"
                  value={place[axis]}
                  error={!isBlank && !fits[axis] && t(axis === 'x' ? 'item.data.bad-longitude' : 'item.data.bad-latitude')}
                  onChange={(event) => setPlace({ ...place, [axis]: event.currentTarget.value })}
                />
              ))}
            </Group>
            <Text size="xs" c="dimmed" mt={4}>
              {t('item.data.place-hint')} {isBlank && <OnTheMap layer={layer} />}
            </Text>
          </div>
        )}
        {layer.geometryType && !isPoint && (
          <Text size="sm" c="dimmed">
            {t('item.data.no-shape')} <OnTheMap layer={layer} />
          </Text>
        )}
        {row.hasTemplates && (
          <Select
            label={t('item.data.template')}
            allowDeselect={false}
            value={row.template ? String(row.templates.indexOf(row.template)) : null}
            onChange={(at) => {
              const template = row.templates[Number(at ?? -1)];
              if (template) row.choose(template);
            }}
            data={row.templates.map(({ name }, at) => ({ value: String(at), label: name }))}
          />
        )}
        {row.fields.map((field) => (
          <RowField
            key={field.name}
            field={field}
            isRequired={isRequired(field)}
            value={row.values[field.name] ?? ''}
            onChange={(value) => row.change(field, value)}
          />
        ))}
      </Stack>
    </ActionDialog>
  );
}

/** Leads to where features are drawn. */
function OnTheMap({ layer }: { layer: LayerInfo }) {
  const t = useTranslate();
  return (
    <Anchor inherit component={Link} to={paths.mapViewer({ layers: layer.serviceItemId, edit: 1 })}>
      {t('item.map.edit')}
    </Anchor>
  );
}
