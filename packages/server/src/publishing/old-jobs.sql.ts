// Which jobs the pages still tell of, as conditions on rows of `job`.
import { sql } from 'kysely';

/** About an item that is gone. */
export const isAboutGoneItem = sql<boolean>`(job.subject ~ '^[0-9a-f]{32}$' and not exists (select 1 from item where item.id = job.subject))`;

/** A load that a layer keeps. */
export const isKeptLoad = sql<boolean>`exists (select 1 from feature_load where feature_load.job_id = job.id)`;
