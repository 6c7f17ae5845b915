// Adds an index to a layer: on which fields, and whether a value may stand twice.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { addToLayerDefinition } from '@graticule/contract/services/service-admin';
import { Checkbox, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';

/** As long as the portal takes. */
const LONGEST_NAME = 63;
/** More fields hardly ever help. */
const MOST_FIELDS = 8;

/** The portal names an index that is given no name. The ids have theirs already. */
export function AddIndexDialog({ service, layer, onClose }: { service: string; layer: LayerInfo; onClose: () => void }) {
  const t = useTranslate();
  const [fields, setFields] = useState<string[]>([]);
  const [isUnique, setUnique] = useState(false);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const adding = useItemChange(
    () => {
      const index = { ...(name === '' ? {} : { name }), fields: fields.join(','), isUnique };
      return call(addToLayerDefinition, { service, layer: String(layer.id), addToDefinition: { indexes: [index] } });
    },
    { isQuiet: true, success: t('item.index.added'), onDone: onClose },
  );
  return (
    <ActionDialog
      title={t('item.index.add-to', { name: layer.name })}
      submit={t('item.index.add')}
      isBusy={adding.isPending}
      isDisabled={fields.length === 0}
      why={fields.length === 0 ? t('item.index.fields-first') : undefined}
      error={adding.error}
      onSubmit={() => fields.length > 0 && adding.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.index.takes')}</Text>
        <MultiSelect
          label={t('item.index.fields')}
          description={t('item.index.fields-hint')}
          withAsterisk
          searchable
          hidePickedOptions
          maxValues={MOST_FIELDS}
          value={fields}
          onChange={setFields}
          data={layer.fields.filter(({ type }) => !/OID|GlobalID/.test(type)).map((field) => ({ value: field.name, label: field.alias }))}
        />
        <Checkbox
          label={t('item.index.unique-choice')}
          description={t('item.index.unique-hint')}
          checked={isUnique}
          onChange={(event) => setUnique(event.currentTarget.checked)}
        />
        <TextInput
          label={t('item.index.name')}
          dir="auto"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ActionDialog>
  );
}
