// Every job handler, listed by hand.
import { closeOrganisationJob } from './closing/index.ts';
import { expireItemsJob, joinPartsJob, readReferencesJob } from './content/index.ts';
import { changeServiceJob, makeCopyJob } from './features/index.ts';
import { loadPlacesJob } from './gazetteer/index.ts';
import { mailInvitationsJob } from './invitations/index.ts';
import { endProvisionJob } from './marketplace/index.ts';
import { addressChangedJob, askForPasswordJob, passwordChangedJob } from './people/index.ts';
import type { JobHandler } from './platform/queue/queue.ts';
import { appendRowsJob, exportLayersJob, publishFeaturesJob } from './publishing/index.ts';
import { sampleContentJob } from './setup/index.ts';
import { farTilesJob } from './tiles/index.ts';

/** The handlers of all kinds of job. */
export const JOB_HANDLERS: readonly JobHandler<never>[] = [
  expireItemsJob,
  joinPartsJob,
  readReferencesJob,
  publishFeaturesJob,
  appendRowsJob,
  exportLayersJob,
  farTilesJob,
  changeServiceJob,
  makeCopyJob,
  loadPlacesJob,
  sampleContentJob,
  endProvisionJob,
  closeOrganisationJob,
  askForPasswordJob,
  passwordChangedJob,
  addressChangedJob,
  mailInvitationsJob,
];
