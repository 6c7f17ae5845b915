// The moments of publishing, loading, exporting and changing services at which tests end a portal, or only the process that reads a large file.
import type { KillPlan } from './kill-at.ts';

/** What is done: a service is made, the rows of a layer are changed, they are exported, or a service is changed. */
export type PublishMode = 'publish CSV' | 'publish GeoPackage' | 'publish geodatabase' | 'publish apart';
export type LoadMode = 'append' | 'append apart' | 'upsert' | 'replace' | 'overwrite';
export type ServiceMode = 'publish tiles' | 'add layers' | 'edit with files';
export type Mode = PublishMode | LoadMode | ServiceMode | 'export';

/** A moment by its name. */
export interface Stage extends KillPlan {
  name: string;
  /** Before there is a job: the call is lost and has to be made again. */
  untold?: true;
}

const COPYING = {
  name: 'the first rows are copied',
  pattern: '^\\s*(copy hosted|insert into hosted|with given as .*insert into hosted)\\.',
  moment: 'answered',
} as const;
const INDEXES = { name: 'indexes are made', pattern: '^create (unique )?index .* on hosted\\.', moment: 'answered' } as const;
const FORGETTING = { name: 'it is done, the file is to be forgotten', pattern: '^delete from "stored_file"', moment: 'before' } as const;
const ending = '^\\s*update job set state = \\$1, message';
const ENDING = { name: 'all is done, the job is to be marked so', since: FORGETTING.pattern, pattern: ending, moment: 'before' } as const;
const opening = '^update "feature_layer" set "layer_id"';
const OPENED = { name: 'the layers were opened, the item is to follow', pattern: opening, moment: 'committed' } as const;
const ACCEPTING = { name: 'the load is being accepted', pattern: '^insert into "feature_load"', moment: 'before', untold: true } as const;
const ACCEPTED = { name: 'the load was accepted, nobody was told', pattern: ACCEPTING.pattern, moment: 'committed' } as const;
const GATHERING = {
  name: 'the table to gather in is to be made',
  pattern: '^create (unlogged )?table hosted\\.',
  moment: 'before',
} as const;
const result = '^update "feature_load" set "table_name" = \\$1, "result"';
const RESULT = { name: 'the change is to be committed', pattern: result, moment: 'answered' } as const;
const COMMITTED = { name: 'the change was committed', pattern: result, moment: 'committed' } as const;
/** The file of a load is an upload, which stays a while: there is nothing to forget. */
const LOADED = { ...ENDING, since: result } as const;
const INSERTING = { name: 'rows were inserted', pattern: '^insert into hosted\\.\\S+ \\(.*from hosted\\.', moment: 'answered' } as const;
const tiles = '^insert into "tile_service"';
const stored = '^insert into "stored_file"';
/** The loading process ends by itself once the portal is gone; or it alone is killed, as by a system without memory. */
const APART = { ...COPYING, name: 'its process has copied the first rows', process: 'loader' } as const;
const READER_ALONE = { ...APART, name: 'its process has copied the first rows and is killed alone', victim: 'loader' } as const;

/**
 * What is done, and when it is interrupted: what happens before, between and after is the same code for several, and is not repeated.
 */
export const STAGES: readonly (readonly [Mode, readonly Stage[]])[] = [
  [
    'publish CSV',
    [
      { name: 'the service is being accepted', pattern: '^insert into "feature_service"', moment: 'before', untold: true },
      { name: 'the service was accepted, nobody was told', pattern: '^insert into "feature_service"', moment: 'committed' },
      { name: 'the file is read, no table made', pattern: '^create table hosted\\.', moment: 'before' },
      COPYING,
      INDEXES,
      { name: 'the layers are to be opened', pattern: opening, moment: 'answered' },
      OPENED,
      FORGETTING,
      ENDING,
    ],
  ],
  ['publish GeoPackage', [INDEXES]],
  [
    'publish geodatabase',
    [
      { name: 'files of features are to be kept', pattern: '^insert into "feature_attachment"', moment: 'before' },
      { name: 'files of features were kept', pattern: '^insert into "feature_attachment"', moment: 'committed' },
    ],
  ],
  ['publish apart', [APART, READER_ALONE]],
  ['append', [ACCEPTING, ACCEPTED, GATHERING, COPYING, INSERTING, RESULT, COMMITTED, LOADED]],
  [
    'replace',
    [
      { name: 'identities were kept', pattern: '^update hosted\\.\\S+ t set "objectid"', moment: 'answered' },
      GATHERING,
      COPYING,
      INDEXES,
      { name: 'writers are held', pattern: '^lock table hosted\\.', moment: 'answered' },
      { name: 'tables were exchanged', pattern: '^update "feature_layer" set "table_name"', moment: 'answered' },
      RESULT,
      COMMITTED,
      LOADED,
    ],
  ],
  [
    'edit with files',
    [
      { name: 'the files were noted, the edit is to be committed', pattern: '^insert into "feature_attachment"', moment: 'answered' },
      {
        name: 'the edit was committed, nobody was told',
        pattern: '^insert into "feature_attachment"',
        moment: 'committed',
      },
    ],
  ],
  [
    'export',
    [
      { name: 'the item is to be made', pattern: '^insert into "item"', moment: 'before', untold: true },
      { name: 'the item was made, nobody was told', pattern: '^insert into "item"', moment: 'committed' },
      { name: 'the first rows were read', pattern: '^select .* from hosted\\.\\S+ .*order by "objectid" limit', moment: 'answered' },
      { name: 'the file is on the disk, nobody knows of it', pattern: stored, moment: 'before' },
      { name: 'the item was given its file', pattern: stored, moment: 'committed' },
    ],
  ],
  ['append apart', [READER_ALONE]],
  [
    'upsert',
    [
      COPYING,
      { name: 'features were updated', pattern: '^update hosted\\.\\S+ t set "f', moment: 'answered' },
      INSERTING,
      RESULT,
      COMMITTED,
    ],
  ],
  [
    'overwrite',
    [
      { name: 'the file is on the disk, nobody knows of it', pattern: stored, moment: 'before', untold: true },
      { name: 'it was accepted, nobody was told', pattern: stored, moment: 'committed' },
      COPYING,
      { name: 'the old layers are gone, the new ones are to be opened', pattern: opening, moment: 'answered' },
      OPENED,
    ],
  ],
  [
    'publish tiles',
    [
      { name: 'the service is to be committed', pattern: tiles, moment: 'answered' },
      { name: 'the service was made, nobody was told', pattern: tiles, moment: 'committed' },
    ],
  ],
  [
    'add layers',
    [
      { name: 'a table was made', pattern: '^create table hosted\\.', moment: 'answered' },
      { name: 'the change was committed, the job is to be marked so', pattern: '^insert into "service_change"', moment: 'committed' },
    ],
  ],
];
