// Edits of features after they were checked, and what is said about each.
import { type Told, told } from '@graticule/contract/refusals/refusal';
import type { EditResult } from '@graticule/contract/services/layer';
import type { StoredField } from '../../schema/features.ts';

/** Codes inside the results of edits. */
export const EDIT_FAILED = 1000;
export const EDIT_UNDONE = 1003;
export const INSERT_FAILED = 1016;
export const UPDATE_FAILED = 1017;
export const NOT_ALLOWED = 1018;
export const NO_SUCH_FEATURE = 1019;

/** A geometry to store: WKB with its reference system, or null to clear it. */
export type NewGeometry = { wkb: Uint8Array; srid: number } | null;

/** A value for a field. */
export interface NewValue {
  field: StoredField;
  value: string | number | null;
}

/** Which feature an edit is about. */
export type FeatureKey = { objectId: number } | { globalId: string };

/** One checked edit. */
export type Edit =
  | { kind: 'add'; values: NewValue[]; geometry: NewGeometry; globalId: string | null }
  | { kind: 'update'; key: FeatureKey; values: NewValue[]; geometry: NewGeometry | undefined; version?: string }
  | { kind: 'delete'; key: FeatureKey; version?: string };

/** An element that cannot be applied, and why. */
export interface Fault {
  kind: 'fault';
  objectId: number;
  globalId: string | null;
  code: number;
  told: Told;
}

/** The code of an edit that was tried and refused by what the layer holds: a value or a global id that must be the only one, above all. */
export function codeOfRefused({ kind }: Pick<Edit, 'kind'>): number {
  return kind === 'add' ? INSERT_FAILED : kind === 'update' ? UPDATE_FAILED : EDIT_FAILED;
}

/** The fault of an edit that cannot be made after all. */
export function faultOf(edit: Edit, why: Told): Fault {
  const key = edit.kind === 'add' ? { globalId: edit.globalId } : edit.key;
  const globalId = 'globalId' in key && key.globalId !== null ? wireGlobalId(key.globalId) : null;
  return { kind: 'fault', objectId: 'objectId' in key ? key.objectId : -1, globalId, code: EDIT_FAILED, told: why };
}

/** The result of an element that failed. */
export function failedResult(fault: Fault): EditResult {
  const { objectId, globalId, code } = fault;
  return { objectId, globalId, success: false, error: { code, ...fault.told } };
}

/** The result of an element that was undone because of another. */
export function undoneResult(edit: Edit): EditResult {
  const key = edit.kind === 'add' ? null : edit.key;
  return {
    objectId: key !== null && 'objectId' in key ? key.objectId : -1,
    globalId: key !== null && 'globalId' in key ? wireGlobalId(key.globalId) : null,
    success: false,
    error: { code: EDIT_UNDONE, ...told('edit-undone') },
  };
}

/** A global id as it is answered throughout: upper case, in braces. */
export function wireGlobalId(id: string): string {
  return `{${id.toUpperCase()}}`;
}
