// The colour schemes a person can choose from.

/** Value of the library, and the message that names it. */
export const SCHEMES = [
  { value: 'light', label: 'shell.scheme.light' },
  { value: 'dark', label: 'shell.scheme.dark' },
  { value: 'auto', label: 'shell.scheme.auto' },
] as const;
