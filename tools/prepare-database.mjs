// Makes the migrated, empty embedded database that the first start copies; nothing to do when it is there.
import { join } from 'node:path';
import { preparedTemplate } from '../packages/server/src/platform/db/template.ts';

await preparedTemplate(join(import.meta.dirname, '../node_modules/.cache/graticule'));
