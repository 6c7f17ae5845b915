// What can be edited: templates of new features, and the features that were clicked.
import { flattenLayers } from '@graticule/contract/documents/web-map';
import { setVisibility } from '@graticule/contract/documents/web-map-edit';
import { Button, Stack, Text } from '@mantine/core';
import { IconLine, IconPencil, IconPoint, IconPolygon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { templatesOf } from '../../features/subtypes.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { kindOfGeometry } from '../../map/edit/esri-shape.ts';
import type { Hit } from '../../map/hits.ts';
import { useViewer } from '../viewer-context.ts';
import { type Draft, newDraft } from './draft.ts';
import classes from './Edit.module.css';
import { type EditableLayer, isEditable, type OtherLayer } from './editable-layer.ts';
import { useFoundNames } from './use-found-names.ts';

interface Props {
  layers: readonly (EditableLayer | OtherLayer)[];
  onAdd: (draft: Draft) => void;
  onOpen: (layer: EditableLayer, objectId: number) => void;
}

const ICONS = { point: IconPoint, multipoint: IconPoint, line: IconLine, polygon: IconPolygon } as const;

/** A feature of a hit that can be opened. */
interface Found {
  layer: EditableLayer;
  objectId: number;
}

/** One feature under a click is opened at once, of several one is chosen. */
export function Choices({ layers, onAdd, onOpen }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { editing, change, map } = useViewer();
  const editable = layers.filter(isEditable);
  const others = layers.filter((layer) => !isEditable(layer));
  const { clicked, setClicked } = editing ?? {};
  const found = (clicked ?? []).flatMap((hit) => foundOf(hit, editable));
  const nameOf = useFoundNames(found);
  const [only] = found;
  const isOne = found.length === 1;
  useEffect(() => {
    if (!isOne || !only) return;
    setClicked?.(undefined);
    onOpen(only.layer, only.objectId);
  });
  const add = (layer: EditableLayer, draft: Draft) => {
    setClicked?.(undefined);
    const isHidden = flattenLayers(map.operationalLayers).some(({ id, visibility }) => id === layer.layerId && visibility === false);
    // what is added must be seen
    if (isHidden) change((before) => setVisibility(before, layer.layerId, true));
    onAdd(draft);
  };
  const open = ({ layer, objectId }: Found) => {
    setClicked?.(undefined);
    onOpen(layer, objectId);
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(editable.length === 0 ? 'edit.nothing' : editable.some(({ rights }) => rights.create) ? 'edit.intro' : 'edit.intro-change')}
      </Text>
      {clicked && found.length !== 1 && editable.length > 0 && (
        <div role="status">
          <Text size="sm" fw={600}>
            {found.length === 0 ? t('edit.found-none') : t('edit.found', { count: found.length, shown: format.number(found.length) })}
          </Text>
        </div>
      )}
      {found.length > 1 && (
        <ul className={classes.list}>
          {found.map((each) => (
            <li key={`${each.layer.layerId} ${each.objectId}`}>
              <Button
                variant="default"
                fullWidth
                justify="start"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => open(each)}
              >
                {t('edit.feature', { name: nameOf(each), layer: each.layer.title })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {editable
        .filter(({ rights }) => rights.create)
        .map((layer) => {
          const Icon = ICONS[kindOfGeometry(layer.frame.geometryType)];
          return (
            <section key={layer.layerId} aria-label={t('edit.add-to', { title: layer.title })}>
              <h3 className={classes.heading}>{t('edit.add-to', { title: layer.title })}</h3>
              <div className={classes.templates}>
                {templatesOf(layer.layer).map((template) => (
                  <Button
                    key={`${template.name} ${JSON.stringify(template.attributes)}`}
                    variant="default"
                    justify="start"
                    leftSection={<Icon size={18} aria-hidden />}
                    title={template.description}
                    aria-label={t('edit.add', { name: template.name })}
                    onClick={() => add(layer, newDraft(layer, template))}
                  >
                    <bdi>{template.name}</bdi>
                  </Button>
                ))}
              </div>
            </section>
          );
        })}
      {others.length > 0 && (
        <section aria-label={t('edit.others')}>
          <h3 className={classes.heading}>{t('edit.others')}</h3>
          <ul className={classes.reasons}>
            {others.map((layer) => (
              <li key={layer.layerId}>
                {t(`edit.why.${'why' in layer ? layer.why : (layer.rights.why ?? 'layer')}`, { title: layer.title })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

function foundOf(hit: Hit, editable: readonly EditableLayer[]): Found[] {
  const layer = editable.find(({ layerId }) => layerId === hit.layerId);
  const objectId = Number(hit.id ?? hit.drawn.attributes[layer?.layer.objectIdField ?? '']);
  return layer && Number.isSafeInteger(objectId) ? [{ layer, objectId }] : [];
}
