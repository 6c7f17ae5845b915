// The values of the feature in hand: fields as the layer and the subtype allow them.
import type { WireField } from '@graticule/contract/services/layer';
import { Stack } from '@mantine/core';
import { isRequired, isTypedField } from '../../features/edit-rights.ts';
import { fieldFault } from '../../features/field-fault.ts';
import { RowField } from '../../features/RowField.tsx';
import { fieldInType } from '../../features/subtypes.ts';
import { inputOf } from '../../features/typed-value.ts';
import { useTranslate } from '../../language/use-language.ts';
import { type Draft, typeIdOf } from './draft.ts';
import classes from './Edit.module.css';
import type { EditableLayer } from './editable-layer.ts';

type Values = Draft['values'];

/** Fields that people fill, as the chosen subtype has them. */
function fieldsOf({ layer }: Pick<EditableLayer, 'layer'>, values: Values): WireField[] {
  return layer.fields.filter(isTypedField).map((field) => fieldInType(layer, field, typeIdOf({ layer }, values)));
}

/** Fields whose value cannot be saved. What was read and not touched is none of them. */
export function faultsOf(target: Pick<EditableLayer, 'layer'>, { values, read }: Pick<Draft, 'values' | 'read'>): WireField[] {
  return fieldsOf(target, values).filter((field) => {
    const text = values[field.name] ?? '';
    const isUntouched = read !== undefined && text === inputOf(read.attributes[field.name], field).text;
    return !isUntouched && fieldFault(text, field, isRequired(field)) !== undefined;
  });
}

interface Props {
  target: EditableLayer;
  values: Values;
  isReadOnly: boolean;
  showsMissing: boolean;
  onChange: (values: Values) => void;
}

/** Choosing another subtype keeps what was typed; values that it does not allow are marked. */
export function FeatureForm({ target, values, isReadOnly, showsMissing, onChange }: Props) {
  const t = useTranslate();
  const fields = fieldsOf(target, values);
  if (fields.length === 0) return null;
  return (
    <section aria-label={t('edit.attributes')}>
      <h4 className={classes.heading}>{t('edit.attributes')}</h4>
      <fieldset className={classes.fields} disabled={isReadOnly}>
        <Stack gap="sm">
          {fields.map((field) => (
            <RowField
              key={field.name}
              field={field}
              isRequired={isRequired(field)}
              showsMissing={showsMissing}
              value={values[field.name] ?? ''}
              onChange={(value) => onChange({ ...values, [field.name]: value })}
            />
          ))}
        </Stack>
      </fieldset>
    </section>
  );
}
