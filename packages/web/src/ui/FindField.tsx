// The field above a list in which somebody types what to look for in it.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface Props {
  /** Its name, shown while it is empty. */
  label: string;
  /** What the list is looked through for now. */
  value: string;
  /** Told when the typing pauses, trimmed. */
  onFind: (text: string) => void;
  /** Pixels. */
  width?: number;
}

/** Follows a value that changes elsewhere, such as by going back. */
export function FindField({ label, value, onFind, width = 220 }: Props) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((text: string) => {
    told.current = text;
    onFind(text);
  }, 300);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={width}
      maw="100%"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}
