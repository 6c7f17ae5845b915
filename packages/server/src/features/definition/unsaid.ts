// Members of definitions that say nothing: missing, or as programs write what nobody has set, which is null, an empty text or a length of 0.
import { z } from 'zod';

/** A member that may be missing or null, where null has no meaning of its own. */
export function unsaid<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => value ?? undefined, schema);
}

/** The same of one that may be empty, too: an empty text or 0, where neither can be meant. */
export function unsaidOrEmpty<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => value || undefined, schema);
}
