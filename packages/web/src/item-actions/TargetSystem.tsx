// Asks in which coordinate system a file is written.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { offeredReferenceSystems, referenceSystemName } from './reference-systems.ts';

interface Props {
  /** The number of the layers' own, where they share one and it has a number that people know. */
  own: number | undefined;
  isDisabled: boolean;
  /** A number; undefined for the layers' own. */
  value: number | undefined;
  onChange: (wkid: number | undefined) => void;
}

const OWN = 'own';
/** Those that most people want, above all others. */
const FIRST: readonly number[] = [4326, 3857];

/** Any number can be typed; the portal refuses those that it does not know. */
export function TargetSystem({ own, isDisabled, value, onChange }: Props) {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const label = own === undefined ? t('item.export.system-own') : t('item.export.system-own-named', { system: referenceSystemName(own) });
  const first = FIRST.map((wkid) => ({ value: String(wkid), label: referenceSystemName(wkid) }));
  const others = offeredReferenceSystems(search || String(value ?? '')).filter((one) => !FIRST.includes(Number(one.value)));
  return (
    <Select
      label={t('item.export.system')}
      description={t('item.export.system-hint')}
      inputWrapperOrder={['label', 'input', 'description']}
      searchable
      disabled={isDisabled}
      allowDeselect={false}
      limit={60}
      data={[{ value: OWN, label }, ...first, ...others]}
      nothingFoundMessage={t('item.publish.system-none')}
      value={value === undefined ? OWN : String(value)}
      onSearchChange={setSearch}
      onChange={(chosen) => onChange(chosen === null || chosen === OWN ? undefined : Number(chosen))}
    />
  );
}
