// The websites an organisation trusts, as people type them: one address on each line.

/** What was typed: the origins of the addresses, and the first line that is none. */
export interface TypedOrigins {
  origins: string[];
  wrong: string | undefined;
}

/** Whole addresses count with their origin alone, those without a scheme as https. */
export function readOrigins(text: string): TypedOrigins {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  const read = lines.map((line) => ({ line, origin: originOf(line) }));
  return {
    origins: [...new Set(read.flatMap(({ origin }) => origin ?? []))],
    wrong: read.find(({ origin }) => origin === undefined)?.line,
  };
}

function originOf(line: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, username, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && !hostname.includes('*') ? origin : undefined;
}
