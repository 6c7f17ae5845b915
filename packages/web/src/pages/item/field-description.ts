// What is said of a field. Clients of the vendor keep it as JSON, beside what kind of values the field holds.

/** The words of a description. */
export function descriptionWords(description: string | undefined): string {
  return parsed(description)?.value ?? description ?? '';
}

/** A description with other words; what else a client keeps in it stays. */
export function withDescriptionWords(description: string | undefined, words: string): string {
  const before = parsed(description);
  return before === undefined ? words : JSON.stringify({ ...before, value: words });
}

function parsed(description: string | undefined): { value: string } | undefined {
  if (!description?.startsWith('{')) return undefined;
  try {
    const read: unknown = JSON.parse(description);
    return typeof (read as { value?: unknown }).value === 'string' ? (read as { value: string }) : undefined;
  } catch {
    return undefined;
  }
}
