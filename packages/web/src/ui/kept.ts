// Small choices remembered in this browser; silently forgotten where storage is blocked.

/** The value kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Forgets everything that the pages keep in this tab, such as a map that was not saved. */
export function forgetTab(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith('graticule-')) sessionStorage.removeItem(name);
  } catch {
    // Where storage is blocked nothing is kept.
  }
}

/** Keeps a value under a name; null forgets it. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
