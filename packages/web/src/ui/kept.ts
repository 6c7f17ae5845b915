// Small choices remembered in this browser; silently forgotten where storage is blocked.

/** The value kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
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
