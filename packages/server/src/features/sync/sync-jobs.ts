// Copies of services and their changes that nobody waits for: a job makes them with the rights that the caller has then, and leaves a file.
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import type * as contract from '@graticule/contract/services/sync';
import { newId } from '../../content/index.ts';
import { callerOfAccount } from '../../identity/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { untangled } from '../../platform/db/untangled.ts';
import { insertStoredFile } from '../../platform/files/stored-files.store.ts';
import type { JobStatus } from '../../platform/queue/job-queue.ts';
import type { JobHandler } from '../../platform/queue/queue.ts';
import { jobState } from '../service-jobs.ts';
import { serviceUrl } from '../services.ts';
import { sweepClosedCopies } from './closed-copies.ts';
import { extractedChanges, makeReplica, requireJson, synchronise, synchronisedService } from './replicas.ts';
import * as store from './sync-results.store.ts';

const SYNC_JOB = 'make-copy';
/** Jobs of one person that may wait or run at a time. */
const MAX_UNFINISHED = 50;
/** Answers are kept so long. */
const KEPT_MS = 24 * 3_600_000;

type Answer = contract.CreatedReplica | contract.SynchronizedReplica | contract.ExtractedChanges;
type Act = (portal: Portal, caller: Caller, input: never) => Promise<Answer>;

const ACTS = { extractChanges: extractedChanges, createReplica: makeReplica, synchronizeReplica: synchronise } satisfies Record<
  string,
  Act
>;
type Operation = keyof typeof ACTS;

interface SyncCall {
  service: string;
  async?: boolean;
  transportType?: string;
  dataFormat?: string;
}

interface Payload {
  operation: Operation;
  input: SyncCall;
  username: string;
  /** The address by which the portal was called: for links in the answer, which nobody but the caller reads. */
  baseUrl: string;
  /** The service was given another name, or deleted and made again: then it is not the one that was meant. */
  itemId: string;
}

/** Answers a call: by a job where nobody waits, else at once, or with the address of a file that holds the answer. */
export async function answerSync<O extends Operation>(
  portal: Portal,
  caller: Caller,
  operation: O,
  input: Parameters<(typeof ACTS)[O]>[2],
): Promise<Awaited<ReturnType<(typeof ACTS)[O]>> | contract.StartedSync | contract.AnswerElsewhere> {
  if (input.async) return startSync(portal, caller, operation, input);
  const { transportType, ...call } = input;
  const act = ACTS[operation] as Act;
  if (!/^esriTransportTypeUrl$/i.test(transportType ?? ''))
    return (await act(portal, caller, input as never)) as Awaited<ReturnType<(typeof ACTS)[O]>>;
  const { username, baseUrl } = caller;
  if (username === null) throw fail('TOKEN_REQUIRED');
  const { service } = await synchronisedService(portal, caller, input.service);
  const answer = await act(portal, caller, call as never);
  const id = newId();
  await keepAnswer(portal, { job_id: id, item_id: service.itemId, username }, answer);
  return { ...summaryOf(answer), transportType: 'esriTransportTypeUrl', URL: `${serviceUrl(baseUrl, service.name)}/jobs/${id}/result` };
}

/** Keeps an answer as a file that whoever asked can read for a day. */
async function keepAnswer(portal: Portal, row: { job_id: string; item_id: string; username: string }, answer: Answer): Promise<void> {
  const stored = await portal.files.put(Buffer.from(JSON.stringify(answer)));
  await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, stored);
      await store.insertResult(db, { ...row, key: stored.key, size_bytes: stored.sizeBytes });
    }),
  );
}

/** What is told of an answer that is read elsewhere. */
function summaryOf(answer: Answer): Pick<contract.AnswerElsewhere, 'responseType' | 'replicaID' | 'replicaName'> {
  const { responseType } = answer;
  const { replicaID, replicaName } = { replicaID: undefined, replicaName: undefined, ...answer };
  return { responseType, ...(replicaID ? { replicaID } : {}), ...(replicaName ? { replicaName } : {}) };
}

/**
 * Leaves a call to a job; gives the address at which its state is asked for.
 * @throws TOKEN_REQUIRED, INVALID_PARAMETER, INVALID_REQUEST, TOO_MANY_REQUESTS
 */
async function startSync(portal: Portal, caller: Caller, operation: Operation, input: SyncCall): Promise<contract.StartedSync> {
  requireJson(input);
  const { username, baseUrl } = caller;
  if (username === null) throw fail('TOKEN_REQUIRED');
  const { service } = await synchronisedService(portal, caller, input.service, operation === 'extractChanges' ? undefined : 'Sync');
  if ((await portal.queue.unfinished(username)) >= MAX_UNFINISHED) throw refuse('jobs-waiting', { most: MAX_UNFINISHED });
  const payload: Payload = { operation, input, username, baseUrl, itemId: service.itemId };
  // What was interrupted may have made a copy or edits: it is not done twice, and whoever asked is told.
  const job = { name: SYNC_JOB, subject: service.itemId, owner: username, payload, maxAttempts: 1 };
  return { statusUrl: `${serviceUrl(baseUrl, service.name)}/jobs/${await portal.queue.enqueue(portal.db, job)}` };
}

/** The handler. */
export const makeCopyJob: JobHandler<Payload> = {
  name: SYNC_JOB,
  run: async (portal, { operation, input, username, baseUrl, itemId }, { id }) => {
    const caller = await callerOfAccount(portal, username, baseUrl);
    const { service } = await synchronisedService(portal, caller, input.service);
    if (service.itemId !== itemId) throw refuse('service-exchanged', { name: input.service });
    const { async: _async, transportType: _transport, ...call } = input;
    const answer = await (ACTS[operation] as Act)(portal, caller, call as never);
    await keepAnswer(portal, { job_id: id, item_id: itemId, username }, answer);
    return { report: summaryOf(answer) };
  },
};

/** A job that the caller asked for, of a service that the caller may still be told of. @throws INVALID_REQUEST */
async function requireOwnJob(portal: Portal, caller: Caller, name: string, id: string): Promise<JobStatus & { url: string }> {
  const { service } = await synchronisedService(portal, caller, name);
  const job = /^[0-9a-f]{32}$/.test(id) ? await portal.queue.status(id) : undefined;
  if (job?.name !== SYNC_JOB || job.subject !== service.itemId || job.owner !== caller.username)
    throw refuse('job-unknown', { id: id.slice(0, 40) });
  return { ...job, url: `${serviceUrl(caller.baseUrl, service.name)}/jobs/${id}` };
}

/** How far it is. */
export async function syncProgress(portal: Portal, caller: Caller, name: string, id: string): Promise<contract.SyncJob> {
  const job = await requireOwnJob(portal, caller, name, id);
  const kept = job.state === 'completed' && (await store.resultOfJob(portal.db, id, caller.username ?? '')) !== undefined;
  return {
    jobId: job.id,
    ...((job.progress.report as object | undefined) ?? {}),
    status: jobState(job),
    transportType: 'esriTransportTypeUrl',
    submissionTime: job.created.getTime(),
    lastUpdatedTime: (job.finished ?? job.created).getTime(),
    ...(kept ? { resultUrl: `${job.url}/result` } : {}),
    ...(job.message ? { statusMessage: job.message } : {}),
  };
}

/** The file with its answer. @throws INVALID_REQUEST while there is none, and when it has gone */
export async function syncResultOf(portal: Portal, caller: Caller, name: string, id: string): Promise<store.SyncResultRow> {
  const { service } = await synchronisedService(portal, caller, name);
  const row = /^[0-9a-f]{32}$/.test(id) ? await store.resultOfJob(portal.db, id, caller.username ?? '') : undefined;
  if (row?.item_id === service.itemId) return row;
  await requireOwnJob(portal, caller, name, id);
  throw refuse('sync-result-gone');
}

/** Forgets answers that nobody fetches any more, and calls that nobody sends again. */
export async function sweepResults(portal: Portal): Promise<void> {
  await sweepClosedCopies(portal);
  await store.deleteOldResults(portal.db, new Date(portal.clock.now().getTime() - KEPT_MS));
}
