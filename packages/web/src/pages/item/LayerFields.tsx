// The fields of a layer: names, what people see instead, types, and the values they may have.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { Button, Table, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { administers } from '../../api/administers.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { fieldTypeKey } from '../../items/layer-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { AddFieldDialog } from './AddFieldDialog.tsx';
import { FieldTools } from './FieldTools.tsx';
import classes from './ItemPage.module.css';

/** Who may change the layer gives its fields other words in place, adds and deletes fields and says which values they may have; names and types stay. */
export function LayerFields({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const session = useSession();
  const mayChange =
    (isOwner(item, session) || administers(item, 'portal:admin:updateItems', session)) && !hasKeyword(item, TYPE_KEYWORDS.viewService);
  // names that say everything need no second column
  const hasAliases = mayChange || layer.fields.some(({ alias, name }) => alias !== name);
  const hasDomains = layer.fields.some(({ domain }) => domain !== null && domain !== undefined);
  const [isAdding, setAdding] = useState(false);
  const naming = useItemChange(
    (field: { name: string; alias: string }) =>
      call(updateLayerDefinition, { service, layer: String(layer.id), updateDefinition: { fields: [field] } }),
    { success: t('item.saved') },
  );
  return (
    <div className={classes.fields}>
      <Table verticalSpacing={6} fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('item.field.name')}</Table.Th>
            {hasAliases && <Table.Th>{t('item.field.alias')}</Table.Th>}
            <Table.Th>{t('item.field.type')}</Table.Th>
            {hasDomains && <Table.Th>{t('item.field.values')}</Table.Th>}
            {mayChange && (
              <Table.Th>
                <VisuallyHidden>{t('item.field.tools')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {layer.fields.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Td>
                <bdi>{field.name}</bdi>
              </Table.Td>
              {hasAliases && (
                <Table.Td>
                  {mayChange ? (
                    <Alias
                      field={field}
                      pending={naming.isPending && naming.variables.name === field.name ? naming.variables.alias : undefined}
                      onSave={(alias) => naming.mutate({ name: field.name, alias })}
                    />
                  ) : (
                    <bdi>{field.alias === field.name ? '' : field.alias}</bdi>
                  )}
                </Table.Td>
              )}
              <Table.Td>{t(fieldTypeKey(field.type))}</Table.Td>
              {hasDomains && (
                <Table.Td>
                  <Values field={field} />
                </Table.Td>
              )}
              {mayChange && (
                <Table.Td className={classes.fieldTools}>
                  <FieldTools service={service} layer={layer} field={field} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mayChange && (
        <Button variant="default" size="sm" mt={8} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t('item.field.add')}
        </Button>
      )}
      {isAdding && <AddFieldDialog service={service} layer={layer} onClose={() => setAdding(false)} />}
    </div>
  );
}

interface AliasProps {
  field: WireField;
  /** What is being saved. */
  pending: string | undefined;
  onSave: (alias: string) => void;
}

/** Enter and leaving the box save, Escape gives up. */
function Alias({ field, pending, onSave }: AliasProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string>();
  const shown = pending ?? field.alias;
  const label = t('item.field.edit-alias', { name: field.name });
  if (typed === undefined) {
    return (
      <UnstyledButton className={classes.alias} fz={14} aria-label={`${shown}. ${label}`} onClick={() => setTyped(shown)}>
        <bdi>{shown}</bdi>
        <IconPencil size={14} aria-hidden />
      </UnstyledButton>
    );
  }
  const save = () => {
    setTyped(undefined);
    const alias = typed.trim();
    if (alias !== '' && alias !== field.alias) onSave(alias);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') setTyped(undefined);
  };
  return (
    <TextInput
      size="xs"
      dir="auto"
      aria-label={label}
      autoFocus
      maxLength={250}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={save}
    />
  );
}

/** The values of a list open on demand; two numbers stand there at once. */
function Values({ field: { domain } }: { field: WireField }) {
  const t = useTranslate();
  const format = useFormat();
  if (domain?.type === 'range') {
    const [from, to] = domain.range;
    return t('item.field.range', { from: format.number(from), to: format.number(to) });
  }
  if (domain?.type !== 'codedValue') return null;
  return (
    <details>
      <summary>{t('item.field.codes', { count: domain.codedValues.length, shown: format.number(domain.codedValues.length) })}</summary>
      <ul className={classes.codes}>
        {domain.codedValues.map(({ code, name }) => (
          <li key={code}>
            <bdi>{name}</bdi> <small dir="ltr">{String(code)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
