// Asks which fields a view shows.
import type { WireField } from '@graticule/contract/services/layer';
import { Checkbox } from '@mantine/core';
import { FieldFinder, useFoundFields } from '../features/FieldFinder.tsx';
import { useTranslate } from '../language/use-language.ts';
import classes from './ShareDialog.module.css';

interface Props {
  /** Those that may be shown or not; ids always are. */
  fields: readonly WireField[];
  shown: readonly string[];
  /** What else a choice does. */
  hint?: string | undefined;
  onChange: (names: string[]) => void;
}

/** A box for each field. */
export function ViewFields({ fields, shown, hint, onChange }: Props) {
  const t = useTranslate();
  const { found, finder } = useFoundFields(fields);
  const names = found.map(({ name }) => name);
  const others = shown.filter((name) => !names.includes(name));
  return (
    <Checkbox.Group label={t('item.view.fields')} description={hint} value={[...shown]} onChange={onChange}>
      <FieldFinder finder={finder} onAll={() => onChange([...others, ...names])} onNone={() => onChange(others)} />
      <div className={classes.groups}>
        {found.map((field) => (
          <Checkbox key={field.name} value={field.name} label={<bdi>{field.alias}</bdi>} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** The fields of a layer that its views may show or not. */
export function offeredFields(layer: { fields: readonly WireField[] } | undefined): WireField[] {
  return layer?.fields.filter((field) => !/OID|GlobalID/.test(field.type)) ?? [];
}
