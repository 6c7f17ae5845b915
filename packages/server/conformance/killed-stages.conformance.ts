// A portal that ends in each stage of publishing and loading: the work is done after the next start, once, and nothing is left over.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AuditReport } from '../testing/crash/audit.ts';
import { type Mode, type Stage, StageScene } from '../testing/crash/stage-run.ts';

const ENGINES = inject('testDatabase').engine === 'embedded' ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

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

const STAGES: readonly (readonly [Mode, readonly Stage[]])[] = [
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
  ['publish GeoPackage', [COPYING, INDEXES, OPENED, ENDING]],
  ['append', [ACCEPTING, ACCEPTED, GATHERING, COPYING, INSERTING, RESULT, COMMITTED, LOADED]],
  [
    'upsert',
    [
      COPYING,
      { name: 'features were updated', pattern: '^update hosted\\.\\S+ t set "f', moment: 'answered' },
      INSERTING,
      COMMITTED,
      LOADED,
    ],
  ],
  [
    'replace',
    [
      GATHERING,
      COPYING,
      { name: 'identities were kept', pattern: '^update hosted\\.\\S+ t set "objectid"', moment: 'answered' },
      INDEXES,
      { name: 'writers are held', pattern: '^lock table hosted\\.', moment: 'answered' },
      { name: 'tables were exchanged', pattern: '^update "feature_layer" set "table_name"', moment: 'answered' },
      COMMITTED,
      LOADED,
    ],
  ],
];
const CASES = STAGES.flatMap(([mode, stages]) => stages.map((stage) => [mode, stage.name, stage] as const));

const NOTHING: AuditReport = {
  unfinishedJobs: [],
  orphanTables: [],
  missingTables: [],
  unfinishedItems: [],
  rowsWithoutBytes: [],
  bytesWithoutRows: [],
  unreferencedFiles: [],
  danglingReferences: [],
  changedFiles: [],
};

describe.each(ENGINES)('a portal on the %s engine', (engine) => {
  const scene = new StageScene();
  beforeAll(() => scene.open(engine), 120_000);
  afterAll(() => scene.end(), 60_000);

  it.each(CASES)('%s, killed when %s', { timeout: 120_000 }, async (mode, _name, stage) => {
    expect(await scene.kill(mode, stage)).toEqual([]);
  });

  it('leaves no table, file or job behind', { timeout: 120_000 }, async () => {
    expect(await scene.leftovers()).toEqual(NOTHING);
  });
});
