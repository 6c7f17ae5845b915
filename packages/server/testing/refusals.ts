// What a refusal may not say.

/** What only the inside of the server says. */
const INSIDE =
  /\b(select|from hosted|pg_|relation\b|syntax error|operator does not exist|function .* does not|ST_|postgis|liblwgeom|GEOS|kysely|zod|undefined is not|TypeError|at \w+ \(|\.ts:)/i;

/** What is wrong with the refusal of a call, undefined where nothing is: faults of the server, and words of its inside that the caller did not write. */
export function refusalFault(error: { code: number; message?: string; details?: unknown } | undefined, sent: string): string | undefined {
  if (error === undefined) return undefined;
  if (!(error.code < 500)) return `a fault of the server: ${JSON.stringify(error)}`;
  const said = JSON.stringify([error.message, error.details]);
  const [word] = INSIDE.exec(said) ?? [];
  return word === undefined || sent.includes(word) ? undefined : `words of the inside: ${said}`;
}
