// A choice that is remembered in this browser.
import { useState } from 'react';
import { keep, kept } from './kept.ts';

/** State that starts with the value remembered under a name, if it is one of the allowed ones. */
export function useKept<T extends string>(name: string, allowed: readonly T[], initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => allowed.find((each) => each === kept(name)) ?? initial);
  return [
    value,
    (next) => {
      keep(name, next);
      setValue(next);
    },
  ];
}
