// The fields of a form, and what is wrong with them once somebody tried to send it.
import type { MessageKey } from '@graticule/i18n/messages';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';

/** What is wrong with fields, by their names; those that are right may be left out. */
type Problems<Name extends string> = Partial<Record<Name, MessageKey | undefined>>;

/** Faults are shown from the first try to send on, and go as soon as they are mended. */
export function useCheckedFields<Name extends string>(
  nothing: Record<Name, string>,
  problemsOf: (fields: Record<Name, string>) => Problems<Name>,
) {
  const t = useTranslate();
  const [fields, setFields] = useState(nothing);
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(fields);
  return {
    fields,
    set: (name: Name, value: string) => setFields({ ...fields, [name]: value }),
    /** What an input is given. */
    field: (name: Name) => {
      const problem = problems[name];
      return {
        value: fields[name],
        onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
        error: isTried && problem ? t(problem) : undefined,
      };
    },
    /** Shows what is wrong; true when nothing is. */
    check: (): boolean => {
      setTried(true);
      return Object.values(problems).every((problem) => problem === undefined);
    },
  };
}
