// Members of definitions that say nothing: missing, or null as programs write what nobody has set.
import { z } from 'zod';

/** A member that may be missing or null, where null has no meaning of its own. */
export function unsaid<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => value ?? undefined, schema);
}
