// An endpoint with its handler, and what the handler gives for a request, whoever received it.
import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { type Caller, type Claim, isSameCaller } from '../caller.ts';
import type { Portal } from '../context.ts';
import { isOvertaken } from '../db/errors.ts';
import type { Sender } from './credentials.ts';
import type { Form } from './form.ts';
import { type Begun, beginEarly, dropEarly, type IdentityOptions, identityOf, watched } from './identity.ts';
import { finder, type InputPlan, parseInput } from './input.ts';
import type { HttpFacts } from './request.ts';

/** A handler of any endpoint. */
export type AnyHandler = (
  portal: Portal,
  caller: Caller,
  input: Record<string, unknown>,
  http: HttpFacts,
  found: () => Promise<unknown>,
) => Promise<unknown>;

/**
 * Does what a call asks for before anybody has checked who calls, by statements that change something only where the proof of the claim holds. Gives
 * undefined when it has done nothing, for whatever reason: the ordinary way then says why, or does it.
 */
export type AnyTrial = (portal: Portal, claim: Claim, input: Record<string, unknown>) => Promise<unknown>;

/** What a handler needs to know first, from the address alone. */
export type Look<Found> = (portal: Portal, caller: Caller, address: Record<string, string>) => Promise<Found>;

/** An extra check before a handler runs, such as the gate of a private organisation; undefined where there is nothing to find out. */
export type Gate = (portal: Portal, caller: Caller, endpoint: Endpoint) => Promise<void> | undefined;

/** An endpoint with its handler. */
export interface Bond {
  endpoint: Endpoint;
  plan: InputPlan;
  handler: AnyHandler;
  early: boolean;
  look: Look<unknown> | undefined;
  trial: AnyTrial | undefined;
}

/** Forms up to so many characters are tried: what a longer one asks for is no small change, and would be read twice. */
const MOST_TRIED = 16_384;

/** A request whose form was read. */
export interface Asked {
  sender: Sender;
  form: Form;
  /** The parts of the path that have names. */
  address: Record<string, string>;
  response: Pick<ServerResponse, 'closed' | 'writableFinished' | 'once'>;
  /** Whether a page of another origin reads the answer as a script. */
  isScript: boolean;
  facts(cleared: ReadonlySet<string>): HttpFacts;
}

/** What the handler gives to whoever sent the request. @throws PortalError what is wrong with the request, or anything else */
export async function resultOf(options: IdentityOptions & { gate: Gate }, bond: Bond, asked: Asked): Promise<unknown> {
  const { portal } = options;
  const { endpoint, plan } = bond;
  const { form, address } = asked;
  const identity = identityOf(options, endpoint, asked.sender, finder(form.values, plan.ignoreCase)('token')?.at(-1));
  const done = await tried(options, bond, asked, () => identity.claim());
  if (done !== undefined) return done;
  const look = async (caller: Caller): Promise<unknown> => bond.look?.(portal, caller, address);
  const looked = bond.look === undefined ? undefined : beginEarly(identity.guess(), look);
  const run = async (caller: Caller, again = false): Promise<unknown> => {
    await options.gate(portal, caller, endpoint);
    requireNeeds(caller, endpoint);
    const { input, cleared } = parseInput(plan, form);
    let isAhead = !again;
    // Asked a second time it looks again: who asks has learnt that it has changed.
    const found = (): Promise<unknown> => {
      const ahead = isAhead && looked !== undefined && isSameCaller(looked.caller, caller) ? looked.result : look(caller);
      isAhead = false;
      return ahead;
    };
    return bond.handler(portal, watched(caller, asked.response), { ...input, ...address }, asked.facts(cleared), found);
  };
  let begun: Begun | undefined = bond.early ? beginEarly(identity.guess(), run) : undefined;
  try {
    const caller = await identity.find();
    if (asked.isScript && caller.kind !== 'anonymous') throw fail('INVALID_CALLBACK');
    const early = begun !== undefined && isSameCaller(begun.caller, caller) ? begun.result : undefined;
    if (early !== undefined) begun = undefined;
    const result = early ?? run(caller);
    return await (endpoint.method === 'read' ? result.catch((error: unknown) => readAgain(error, () => run(caller, true))) : result);
  } finally {
    if (begun !== undefined) dropEarly(begun);
  }
}

/** A read whose columns went between looking them up and asking for them begins again with those that there are; so does one that lost to others. */
function readAgain(error: unknown, again: () => Promise<unknown>): Promise<unknown> {
  if (!isOvertaken(error)) throw error;
  return again();
}

/** What a trial gives; undefined when there is nothing to try, or the call would be refused. */
async function tried(
  { portal, gate }: IdentityOptions & { gate: Gate },
  { endpoint, plan, trial }: Bond,
  { form, address, isScript }: Asked,
  claiming: () => Claim | undefined,
): Promise<unknown> {
  if (trial === undefined || isScript || form.files.size > 0 || sizeOf(form) > MOST_TRIED) return undefined;
  const claim = claiming();
  if (claim === undefined) return undefined;
  let input: Record<string, unknown>;
  try {
    const passing = gate(portal, claim.caller, endpoint);
    if (passing !== undefined) await passing;
    requireNeeds(claim.caller, endpoint);
    input = parseInput(plan, form).input;
  } catch {
    return undefined;
  }
  return trial(portal, claim, Object.assign(input, address));
}

function sizeOf({ values }: Form): number {
  let size = 0;
  for (const list of values.values()) for (const text of list) size += text.length;
  return size;
}

function requireNeeds(caller: Caller, endpoint: Endpoint): void {
  if (endpoint.needs === 'nothing') return;
  if (caller.kind === 'anonymous') throw fail('TOKEN_REQUIRED');
  if (endpoint.needs === 'user' ? caller.kind !== 'user' : !caller.privileges.has(endpoint.needs)) throw fail('FORBIDDEN');
}
