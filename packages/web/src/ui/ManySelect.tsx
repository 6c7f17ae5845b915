// A choice of several from a list, which closes after each, so that what stands below it can be seen.
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

export type ManySelectProps = Omit<MultiSelectProps, 'dropdownOpened' | 'onDropdownOpen' | 'onDropdownClose'>;

/** Typing, the arrow keys and a click open the list again. */
export function ManySelect({ onChange, ...rest }: ManySelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={(values) => {
        setOpen(false);
        onChange?.(values);
      }}
      {...rest}
    />
  );
}
