// What the layers of a service are called, and which field is the title of their features.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeDefinition } from '../../features/change-definition.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { TextSetting } from './TextSetting.tsx';

/** As long as the portal takes. */
const LONGEST_NAME = 250;

/** For people who administer the service. */
export function LayerNames({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  if (!data) return null;
  return (
    <fieldset>
      <legend>{t('item.settings.names')}</legend>
      {[...data.layers, ...data.tables].map((layer) => (
        <div key={layer.id} className={classes.choices}>
          <LayerName service={service} layer={layer} />
          <DisplayField service={service} layer={layer} />
        </div>
      ))}
    </fieldset>
  );
}

interface Props {
  service: string;
  layer: LayerInfo;
}

function LayerName({ service, layer }: Props) {
  const t = useTranslate();
  return (
    <TextSetting<LayerInfo>
      label={t('item.settings.name-of', { name: layer.name })}
      of={layer}
      textOf={({ name }) => name}
      maxLength={LONGEST_NAME}
      faultOf={(name) => (name === '' ? t('item.settings.name-needed') : undefined)}
      onSave={(name, seen) => changeDefinition({ service, layer: seen }, { name }, (now) => now.name)}
    />
  );
}

function DisplayField({ service, layer }: Props) {
  const t = useTranslate();
  const choosing = useItemChange(
    (displayField: string) => changeDefinition({ service, layer }, { displayField }, (now) => now.displayField),
    { success: t('item.saved') },
  );
  return (
    <Select
      label={t('item.settings.title-of', { name: layer.name })}
      description={t('item.settings.title-hint')}
      allowDeselect={false}
      searchable
      disabled={choosing.isPending}
      value={choosing.isPending ? choosing.variables : layer.displayField}
      onChange={(name) => name !== null && name !== layer.displayField && choosing.mutate(name)}
      data={layer.fields.map(({ name, alias }) => ({ value: name, label: alias }))}
    />
  );
}
