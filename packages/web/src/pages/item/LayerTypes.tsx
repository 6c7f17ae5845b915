// The types of the rows of a layer: which field tells them apart, and what is different in each.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Table, Text } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { administers } from '../../api/administers.ts';
import { useSession } from '../../api/session.ts';
import { cellText } from '../../features/cell-text.ts';
import { type ToldType, toldTypes, typeField } from '../../features/subtypes.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { DomainValues } from './DomainValues.tsx';
import { mayHaveDomain } from './domain-draft.ts';
import classes from './ItemPage.module.css';

const TypesDialog = lazy(async () => ({ default: (await import('./TypesDialog.tsx')).TypesDialog }));

/** Nothing for layers without types, save for who administers them. A view has types of its own. */
export function LayerTypes({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const session = useSession();
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const types = toldTypes(layer);
  const field = typeField(layer);
  const mayChange = (isOwner(item, session) || administers(item, 'portal:admin:updateItems', session)) && layer.fields.some(mayHaveDomain);
  if (types.length === 0 && !mayChange) return null;
  return (
    <div className={classes.types}>
      <h3 id={heading}>{t('item.types')}</h3>
      <Text size="sm" c="dimmed">
        {field ? t('item.types.of-field', { name: field.alias }) : t('item.types.hint')}
      </Text>
      {types.length > 0 && <TypesTable types={types} labelledBy={heading} />}
      {mayChange && (
        <Button variant="default" size="sm" leftSection={<IconCategory size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t(types.length > 0 ? 'item.types.change' : 'item.types.set')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <TypesDialog item={item} service={service} layer={layer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** What no type says has no column. */
function TypesTable({ types, labelledBy }: { types: readonly ToldType[]; labelledBy: string }) {
  const t = useTranslate();
  const format = useFormat();
  const hasDefaults = types.some(({ templates }) => templates.length > 1 || templates.some(({ defaults }) => defaults.length > 0));
  const hasFields = types.some(({ fields }) => fields.length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
    <section className={classes.typeList} tabIndex={0} aria-labelledby={labelledBy}>
      <Table verticalSpacing={6} fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('item.field.code')}</Table.Th>
            <Table.Th>{t('item.part.name')}</Table.Th>
            {hasDefaults && <Table.Th>{t('item.types.defaults')}</Table.Th>}
            {hasFields && <Table.Th>{t('item.types.lists')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map(({ id, name, templates, fields }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <bdi className="tabular">{String(id)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{name}</bdi>
              </Table.Td>
              {hasDefaults && (
                <Table.Td>
                  {templates.map(({ was, name: called, defaults }) => (
                    <div key={was} className={classes.typeTemplate}>
                      {templates.length > 1 && <bdi className={classes.typeTemplateName}>{called}</bdi>}
                      {defaults.map(({ field, value }) => (
                        <div key={field.name} className={classes.typeField}>
                          <small>
                            <bdi>{field.alias}</bdi>
                          </small>{' '}
                          <bdi>{cellText(value, field, format)}</bdi>
                        </div>
                      ))}
                    </div>
                  ))}
                </Table.Td>
              )}
              {hasFields && (
                <Table.Td>
                  {fields.map((field) => (
                    <div key={field.name} className={classes.typeField}>
                      <small>
                        <bdi>{field.alias}</bdi>
                      </small>{' '}
                      <DomainValues field={field} />
                    </div>
                  ))}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
