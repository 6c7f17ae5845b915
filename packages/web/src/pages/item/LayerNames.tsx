// What the layers of a service are called, and which field is the title of their features.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { changeDefinition } from '../../features/change-definition.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';

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

/** What is typed stays until it is saved or given up. */
function LayerName({ service, layer }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const focusAfter = useFocusAfter();
  // the buttons go with what they decide
  const end = () => {
    focusAfter(() => input.current);
    renaming.reset();
    setTyped(undefined);
  };
  const renaming = useItemChange((name: string) => changeDefinition({ service, layer }, { name }, (now) => now.name), {
    isQuiet: true,
    success: t('item.saved'),
    onDone: end,
  });
  const name = (typed ?? layer.name).trim();
  const isChanged = typed !== undefined && name !== layer.name;
  const fault = name === '' ? t('item.settings.name-needed') : renaming.error && words(renaming.error).text;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && name !== '') renaming.mutate(name);
  };
  return (
    <form onSubmit={save}>
      <TextInput
        ref={input}
        label={t('item.settings.name-of', { name: layer.name })}
        dir="auto"
        maxLength={LONGEST_NAME}
        value={typed ?? layer.name}
        error={fault}
        onChange={(event) => {
          renaming.reset();
          setTyped(event.currentTarget.value);
        }}
      />
      {isChanged && (
        <Group gap="sm" mt="xs">
          <Button type="submit" loading={renaming.isPending} disabled={name === ''}>
            {t('shell.save')}
          </Button>
          <Button variant="default" disabled={renaming.isPending} onClick={end}>
            {t('shell.cancel')}
          </Button>
        </Group>
      )}
    </form>
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
