// Makes the migrated, empty embedded database that the first start copies; nothing to do when it is there.
import { CACHE_DIR } from '../packages/server/src/platform/cache-dir.ts';
import { preparedTemplate } from '../packages/server/src/platform/db/template.ts';

await preparedTemplate(CACHE_DIR);
