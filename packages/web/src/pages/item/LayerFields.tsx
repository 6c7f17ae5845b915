// The fields of a layer: names, what people see instead, types, and the values they may have.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { administers } from '../../api/administers.ts';
import { useSession } from '../../api/session.ts';
import { changeDefinition, isDefinitionChanged } from '../../features/change-definition.ts';
import { editRights, ownRowsClause } from '../../features/edit-rights.ts';
import { FieldFinder } from '../../features/FieldFinder.tsx';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { fieldTypeKey } from '../../items/layer-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { AddFieldDialog } from './AddFieldDialog.tsx';
import { CalculateField } from './CalculateTool.tsx';
import { isClosedTo } from './ClosedLayer.tsx';
import { DomainValues } from './DomainValues.tsx';
import { FieldTools } from './FieldTools.tsx';
import { descriptionWords, withDescriptionWords } from './field-description.ts';
import classes from './ItemPage.module.css';
import { TextInPlace } from './TextInPlace.tsx';
import { useFewFields } from './use-few-fields.ts';

/** Who may change the layer gives its fields other words and descriptions in place, adds and deletes fields and says which values they may have; names and types stay. */
export function LayerFields({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const mayChange =
    (isOwner(item, session) || administers(item, 'portal:admin:updateItems', session)) && !hasKeyword(item, TYPE_KEYWORDS.viewService);
  const mayCalculate = editRights(item, layer, session).update && !isClosedTo(item, layer, session);
  const own = ownRowsClause({ item, layer }, session);
  // names that say everything need no second column
  const hasAliases = mayChange || layer.fields.some(({ alias, name }) => alias !== name);
  const hasDescriptions = mayChange || layer.fields.some(({ description }) => descriptionWords(description) !== '');
  const hasDomains = layer.fields.some(({ domain }) => domain !== null && domain !== undefined);
  const [isAdding, setAdding] = useState(false);
  const few = useFewFields(layer.fields);
  const changing = useItemChange(
    ({ seen, ...field }: { name: string; alias?: string; description?: string; seen: LayerInfo }) =>
      changeDefinition({ service, layer: seen }, { fields: [field] }, (now) => {
        const found = fieldIn(now, field);
        return found && (field.alias === undefined ? found.description : found.alias);
      }),
    { success: t('item.saved'), isQuiet: isDefinitionChanged },
  );
  /** What is being saved of a field. */
  const pendingOf = ({ name }: WireField) => (changing.isPending && changing.variables.name === name ? changing.variables : undefined);
  return (
    <div className={classes.fields} ref={few.list}>
      <FieldFinder finder={few.finder} />
      {/* on a phone each field is a block: the roles stay, which browsers take away from tables that are drawn otherwise */}
      <Table role="table" verticalSpacing={6} fz={14} className={classes.fieldTable}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{t('item.field.name')}</Table.Th>
            {hasAliases && <Table.Th role="columnheader">{t('item.field.alias')}</Table.Th>}
            <Table.Th role="columnheader">{t('item.field.type')}</Table.Th>
            {hasDescriptions && <Table.Th role="columnheader">{t('item.field.description')}</Table.Th>}
            {hasDomains && <Table.Th role="columnheader">{t('item.field.values')}</Table.Th>}
            {(mayChange || mayCalculate) && (
              <Table.Th role="columnheader">
                <VisuallyHidden>{t('item.field.tools')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {few.drawn.map(({ field, isHidden }) => (
            <Table.Tr role="row" key={field.name} hidden={isHidden}>
              <Table.Td role="cell" className={classes.fieldName} data-field={field.name}>
                <bdi>{field.name}</bdi>
              </Table.Td>
              {hasAliases && (
                <Table.Td role="cell" className={classes.fieldAlias} data-label={t('item.field.alias')}>
                  {mayChange ? (
                    <TextInPlace
                      layer={layer}
                      textOf={(now) => fieldIn(now, field)?.alias}
                      label={t('item.field.edit-alias', { name: field.name })}
                      maxLength={250}
                      pending={pendingOf(field)?.alias}
                      onRefused={(isRefused) => few.pinRefused(field.name, 'alias', isRefused)}
                      onSave={(alias, seen) => changing.mutateAsync({ name: field.name, alias, seen })}
                    />
                  ) : (
                    field.alias !== field.name && <bdi>{field.alias}</bdi>
                  )}
                </Table.Td>
              )}
              <Table.Td role="cell" className={classes.fieldType}>
                {t(fieldTypeKey(field.type))}
              </Table.Td>
              {hasDescriptions && (
                <Table.Td role="cell" className={classes.fieldDescription} data-label={t('item.field.description')}>
                  {mayChange ? (
                    <TextInPlace
                      layer={layer}
                      textOf={(now) => {
                        const found = fieldIn(now, field);
                        return found && descriptionWords(found.description);
                      }}
                      label={t('item.field.edit-description', { name: field.name })}
                      maxLength={1000}
                      mayBeEmpty
                      pending={said(pendingOf(field)?.description)}
                      onRefused={(isRefused) => few.pinRefused(field.name, 'description', isRefused)}
                      onSave={(words, seen) => {
                        const description = withDescriptionWords(fieldIn(seen, field)?.description, words);
                        return changing.mutateAsync({ name: field.name, description, seen });
                      }}
                    />
                  ) : (
                    descriptionWords(field.description) !== '' && <bdi>{descriptionWords(field.description)}</bdi>
                  )}
                </Table.Td>
              )}
              {hasDomains && (
                <Table.Td role="cell" data-label={t('item.field.values')}>
                  <DomainValues field={field} />
                </Table.Td>
              )}
              {(mayChange || mayCalculate) && (
                <Table.Td role="cell" className={classes.fieldTools}>
                  {mayCalculate && <CalculateField itemId={item.id} service={service} layer={layer} own={own} field={field} />}
                  {mayChange && <FieldTools service={service} layer={layer} field={field} />}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {few.isCut && (
        <Button variant="default" size="sm" mt={8} me={8} onClick={few.showAll}>
          {t(few.isSearching ? 'item.field.show-found' : 'item.field.show-all', { shown: format.number(few.count) })}
        </Button>
      )}
      {mayChange && (
        <Button
          variant="default"
          size="sm"
          mt={8}
          data-add-field
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('item.field.add')}
        </Button>
      )}
      {isAdding && (
        <AddFieldDialog service={service} layer={layer} onAdded={() => few.finder.onWanted('')} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

const fieldIn = ({ fields }: LayerInfo, { name }: { name: string }): WireField | undefined => fields.find((field) => field.name === name);

const said = (description: string | undefined): string | undefined =>
  description === undefined ? undefined : descriptionWords(description);
