// The values of a row that is not added yet: what its layer, its template and its subtype give, and what was typed.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { useState } from 'react';
import { isRequired, isTypedField } from '../../features/edit-rights.ts';
import { fieldInType, subtypeIds, type Template, templatesOf, typeField } from '../../features/subtypes.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import type { RowScope } from './related-rows.ts';

type Values = Readonly<Record<string, string>>;

/** Begins with the only template, or with that of the subtype that new rows have by themselves. */
function firstTemplate(layer: LayerInfo, templates: readonly Template[], typeId: string | number | null | undefined): Template | undefined {
  const own = typeField(layer);
  if (templates.length === 1 && (own === undefined || typeId === null || typeId === undefined)) return templates[0];
  return own && templates.find(({ attributes }) => String(attributes[own.name]) === String(typeId));
}

/** As they are typed. */
function valuesOf(fields: readonly WireField[], template: Template | undefined): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, inputOf(template?.attributes[field.name] ?? field.defaultValue, field).text]),
  );
}

/** Another subtype, or template, gives its values to the fields that nobody touched. */
export function useNewRow(layer: LayerInfo, scope: RowScope | undefined) {
  const own = typeField(layer);
  const fields = layer.fields.filter((field) => isTypedField(field) && field.name !== scope?.field.name);
  // what a row is joined by may be its subtype
  const fixed = own && scope?.field.name === own.name ? scope.value : undefined;
  const [start] = useState(() => {
    const templates = templatesOf(layer).filter(
      ({ attributes }) => fixed === undefined || String(attributes[own?.name ?? '']) === String(fixed),
    );
    const template = firstTemplate(layer, templates, fixed ?? own?.defaultValue);
    return { templates, template, values: valuesOf(fields, template) };
  });
  const { templates } = start;
  const [row, setRow] = useState({ template: start.template, given: start.values, values: start.values });
  const { values } = row;
  const typeId = fixed ?? (own && values[own.name]);
  const typed = fields.map((field) => fieldInType(layer, field, typeId));
  const typedIn = (field: WireField) => typedValue(values[field.name] ?? '', field);
  /** With the subtype as it was chosen, whatever the template says of it. */
  const begin = (template: Template | undefined, chosen: Values) =>
    setRow((before) => {
      const given = valuesOf(fields, template);
      const untouched = Object.entries(given).filter(([name]) => before.values[name] === before.given[name]);
      return { template, given, values: { ...before.values, ...Object.fromEntries(untouched), ...chosen } };
    });
  return {
    fields: typed,
    values,
    templates,
    template: row.template,
    /** There is more to choose than the subtype. */
    hasTemplates: templates.length > (own ? subtypeIds(layer).length : 1) && templates.length > 1,
    isUntouched: fields.every((field) => values[field.name] === start.values[field.name]),
    isComplete: typed.every((field) => {
      const value = typedIn(field);
      return value !== undefined && !(isRequired(field) && value === null);
    }),
    choose: (template: Template) => {
      const type = own && template.attributes[own.name];
      begin(template, own && type !== undefined ? { [own.name]: String(type) } : {});
    },
    change: (field: WireField, text: string) => {
      if (field.name !== own?.name) setRow((before) => ({ ...before, values: { ...before.values, [field.name]: text } }));
      else
        begin(
          templates.find(({ attributes }) => String(attributes[own.name]) === text),
          { [own.name]: text },
        );
    },
    /** What is sent: a default value that was taken away is, where the field may be empty. */
    attributes: () =>
      Object.fromEntries(
        typed.flatMap((field) => {
          const value = typedIn(field);
          const isTakenAway = value === null && (field.defaultValue ?? null) !== null && field.nullable !== false;
          return value === undefined || (value === null && !isTakenAway) ? [] : [[field.name, value]];
        }),
      ),
  };
}
