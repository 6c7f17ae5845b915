// Where what is made once for each release is kept between starts: compiled code, prepared databases.
import { join } from 'node:path';

/** Beside the installed packages: an install by other versions makes it anew. */
export const CACHE_DIR = join(import.meta.dirname, '../../../../node_modules/.cache/graticule');
