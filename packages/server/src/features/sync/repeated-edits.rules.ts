// Edits that a copy sends again because their answer was lost: which of them were made, and what was answered.
import { createHash } from 'node:crypto';
import type { EditResult } from '@graticule/contract/services/layer';
import type { DoneEdit, FeatureReplicaUploadTable, ReplicaLayer } from '../../schema/copies.ts';

/** Kinds of edits, in the order in which they are made. */
const KINDS = ['adds', 'updates', 'deletes'] as const;
type Kind = (typeof KINDS)[number];

type Lists = { readonly [K in Kind]?: unknown };

/** The edits of a layer as `applyEdits` of services takes them. */
export interface SentLayer extends Lists {
  id: number;
  attachments?: unknown;
}

/** What is kept of the edits that a copy sent last. */
export type LastUpload = Pick<FeatureReplicaUploadTable, 'down' | 'call'> & {
  before: ReplicaLayer[];
  done: Record<string, Record<string, DoneEdit>>;
};

/** The edits of a layer that are still to be made, and the answers to those that were. */
interface SplitLayer {
  id: number;
  left: SentLayer;
  features: SplitLists;
  files: SplitLists;
}

interface SplitEdit {
  digest: string;
  /** The answer to an edit that was made before. */
  before: DoneEdit | undefined;
}
type SplitLists = Readonly<Record<Kind, readonly SplitEdit[]>>;

/** The edits of a call, those that were made before taken out. */
export interface SplitEdits {
  layers: SplitLayer[];
  /** Whether the call says again what was made, so that its sender knows no more than when it said so first. */
  isRepeat: boolean;
  /** Whether nothing is left to make. */
  isDone: boolean;
}

/** Whether a value has the form of edits of layers. What has not is refused elsewhere. */
export function isSentLayers(edits: unknown): edits is SentLayer[] {
  return Array.isArray(edits) && edits.every((one) => isObject(one) && typeof one.id === 'number');
}

/**
 * Takes out of a call what was made before. An edit is the same when all of it is. Features come and go once, so that one that comes or goes again is a
 * repetition, unless the copy says that it knows of the first time. Fields may be changed to the same value twice, with another value in
 * between: that counts as a repetition only where the copy would know of the first time by the generation that it names, or where the whole call is
 * the one before and the copy was told nothing since: what it means to say anew would be something else than what it said last.
 * @param told the generations that the copy names, by layer; undefined when it names none
 * @param known what the copy knows of each layer, as it says itself or as the portal remembers
 */
export function splitEdits(
  edits: readonly SentLayer[],
  last: LastUpload | undefined,
  told: ReadonlyMap<number, number> | undefined,
  known: readonly ReplicaLayer[],
): SplitEdits {
  const generations = new Map(last?.before.map(({ id, serverGen }) => [id, serverGen]));
  const mayRepeat = (id: number): boolean => told?.get(id) === undefined || told.get(id) === generations.get(id);
  const read = edits.map((layer) => {
    const done = mayRepeat(layer.id) ? (last?.done[String(layer.id)] ?? {}) : {};
    const files = isObject(layer.attachments) ? layer.attachments : {};
    return { layer, features: digested('', layer, done), files: digested('file-', files, done) };
  });
  const all = read.flatMap(({ features, files }) => [features, files]);
  const isKnown = (one: SplitEdit): boolean => one.before !== undefined;
  const comesAgain = all.some((lists) => [...lists.adds, ...lists.deletes].some(isKnown));
  const isWhole = all.every((lists) => KINDS.every((kind) => lists[kind].every(isKnown)));
  const isNamed = (id: number): boolean => told?.get(id) !== undefined && last?.down === true;
  const knowsNoMore = known.every(({ id, serverGen }) => (generations.get(id) ?? serverGen) === serverGen);
  const isCall = knowsNoMore && last !== undefined && last.call === digestOf(edits);
  const layers = read.map(({ layer, features, files }) => {
    const areSame = comesAgain || isCall || isNamed(layer.id) || (isWhole && last?.down === true);
    return areSame ? splitLayer(layer, features, files) : splitLayer(layer, anew(features), anew(files));
  });
  const lists = layers.flatMap(({ features, files }) => [features, files]).flatMap((some) => KINDS.flatMap((kind) => some[kind]));
  return { layers, isRepeat: lists.some(isKnown), isDone: lists.length > 0 && lists.every(isKnown) };
}

/** Changes are made again, and what came or went is not: nothing was said of it. */
function anew(lists: SplitLists): SplitLists {
  return { ...lists, updates: lists.updates.map(({ digest }) => ({ digest, before: undefined })) };
}

function splitLayer(layer: SentLayer, features: SplitLists, files: SplitLists): SplitLayer {
  const { attachments } = layer;
  const left = isObject(attachments) ? { attachments: { ...attachments, ...without(attachments, files) } } : {};
  return { id: layer.id, left: { ...layer, ...without(layer, features), ...left }, features, files };
}

function digested(prefix: string, lists: Lists, done: Readonly<Record<string, DoneEdit>>): SplitLists {
  const read = (kind: Kind): SplitEdit[] =>
    listOf(lists[kind]).map((edit) => {
      const digest = `${prefix}${kind}:${digestOf(edit).slice(0, 22)}`;
      return { digest, before: Object.hasOwn(done, digest) ? done[digest] : undefined };
    });
  return { adds: read('adds'), updates: read('updates'), deletes: read('deletes') };
}

/** The lists without what was made before; what is no list stays as it is. */
function without(lists: Lists, split: SplitLists): Lists {
  const left = KINDS.flatMap((kind) => {
    if (split[kind].every(({ before }) => before === undefined)) return [];
    return [[kind, listOf(lists[kind]).filter((_, at) => split[kind][at]?.before === undefined)]];
  });
  return Object.fromEntries(left);
}

/** The elements of a list; ids may come in a text. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || value.trim() === '' || value.trim().startsWith('[')) return [];
  return value.split(',').map((id) => id.trim());
}

/** Equal for values that are the same JSON. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(inOrder(value)).digest('base64url');
}

/** JSON with the members in the order of their names: clients may write them in any. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Results of the edits of a layer, of its features or of its files. */
export interface ListResults {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
}
const RESULTS = { adds: 'addResults', updates: 'updateResults', deletes: 'deleteResults' } as const;

/** The answers of this call and those of before, in the order in which the edits were sent. */
export function joinedResults(split: SplitLists, made: ListResults | undefined, of: 'features' | 'files'): ListResults {
  const joined = (kind: Kind): EditResult[] => {
    const results = [...(made?.[RESULTS[kind]] ?? [])];
    const all = split[kind].flatMap(({ before }) => (before === undefined ? results.splice(0, 1) : [answered(before, of)]));
    return [...all, ...results];
  };
  return { addResults: joined('adds'), updateResults: joined('updates'), deleteResults: joined('deletes') };
}

function answered([objectId, globalId]: DoneEdit, of: 'features' | 'files'): EditResult {
  return { objectId, ...(of === 'features' ? { uniqueId: objectId } : {}), globalId, success: true };
}

/** What is kept of a call: its edits that were made, now or before. Whoever has no answer sends all of them again, so that no others are needed. */
export function doneEdits(
  { layers }: SplitEdits,
  made: readonly { features: ListResults; files: ListResults | undefined }[],
): LastUpload['done'] {
  const done: LastUpload['done'] = {};
  for (const [at, layer] of layers.entries()) {
    const kept = done[String(layer.id)] ?? {};
    done[String(layer.id)] = kept;
    note(kept, layer.features, made[at]?.features);
    note(kept, layer.files, made[at]?.files);
  }
  return done;
}

function note(kept: Record<string, DoneEdit>, split: SplitLists, made: ListResults | undefined): void {
  for (const kind of KINDS) {
    const results = [...(made?.[RESULTS[kind]] ?? [])];
    for (const { digest, before } of split[kind]) {
      const result = before === undefined ? results.shift() : undefined;
      if (before !== undefined) kept[digest] = before;
      else if (result?.success === true) kept[digest] = [result.objectId, result.globalId];
    }
  }
}
