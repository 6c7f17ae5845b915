// Fields as clients define and change them: checked, and given a column.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { Domain, FieldType } from '@graticule/contract/services/layer';
import { z } from 'zod';
import type { StoredField } from '../../schema/features.ts';
import { checkedValue, ValueFault } from '../edits/values.rules.ts';
import { GLOBAL_ID, OBJECT_ID, SYSTEM_FIELDS } from '../layers.rules.ts';
import { unsaid, unsaidOrEmpty } from './unsaid.ts';

/** Fields that a layer is defined with. */
const MAX_FIELDS = 255;
/** Fields that a layer comes to have, with the columns of its file: the database takes 1,600 columns, of which some are for the geometry. */
const MOST_STORED = 1_550;
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const TYPES: readonly FieldType[] = [
  ...(['esriFieldTypeOID', 'esriFieldTypeSmallInteger', 'esriFieldTypeInteger', 'esriFieldTypeBigInteger'] as const),
  ...(['esriFieldTypeSingle', 'esriFieldTypeDouble', 'esriFieldTypeString', 'esriFieldTypeDate', 'esriFieldTypeDateOnly'] as const),
  ...(['esriFieldTypeTimeOnly', 'esriFieldTypeTimestampOffset', 'esriFieldTypeGUID', 'esriFieldTypeGlobalID', 'esriFieldTypeXML'] as const),
];

/** Fields that descriptions name and layers have no column for: they are left out. */
const NOT_STORED = ['esriFieldTypeGeometry', 'esriFieldTypeBlob'] as const;
const isStored = ({ type }: { type: string }): boolean => !NOT_STORED.some((one) => one === type);

export const plain = z.union([z.string().max(32_000), z.number()]);
export const domain = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('codedValue'),
    name: z.string().max(250).default(''),
    codedValues: z.array(z.object({ name: z.string().max(1_000), code: plain })).max(10_000),
  }),
  z.object({ type: z.literal('range'), name: z.string().max(250).default(''), range: z.tuple([z.number(), z.number()]) }),
]);

/** What may be changed of a field; its name and type stay. */
export const fieldChange = z.looseObject({
  name: z.string(),
  alias: unsaid(z.string().max(250).optional()),
  nullable: unsaid(z.boolean().optional()),
  editable: unsaid(z.boolean().optional()),
  visible: unsaid(z.boolean().optional()),
  description: z.string().max(10_000).nullable().optional(),
  domain: domain.nullable().optional(),
  defaultValue: plain.nullable().optional(),
  length: unsaidOrEmpty(z.number().int().min(1).max(1_000_000_000).optional()),
});

/** A field of a new layer, or one that is added. */
export const fieldDefinition = fieldChange.extend({ type: z.enum([...NOT_STORED, ...TYPES]) });

export type FieldChange = z.infer<typeof fieldChange>;
export type FieldDefinition = z.infer<typeof fieldDefinition>;

/** What is said of a field beyond its name and type. */
type FieldWords = Pick<
  FieldDefinition,
  'alias' | 'nullable' | 'editable' | 'visible' | 'description' | 'domain' | 'defaultValue' | 'length'
>;

/** The fields of a new layer: its own in the order given, with object id and global id first where they are missing. */
export function newFields(given: readonly FieldDefinition[], names: { objectId?: string; globalId?: string } = {}): StoredField[] {
  const own = given.filter(isStored);
  const objectId = given.find((field) => field.type === 'esriFieldTypeOID')?.name ?? names.objectId ?? OBJECT_ID;
  const globalId = given.find((field) => field.type === 'esriFieldTypeGlobalID')?.name ?? (names.globalId || GLOBAL_ID);
  const isSystem = (field: FieldDefinition): boolean => [objectId.toLowerCase(), globalId.toLowerCase()].includes(field.name.toLowerCase());
  const system = SYSTEM_FIELDS.map((field): StoredField => {
    const name = field.type === 'esriFieldTypeOID' ? objectId : globalId;
    requireName(name);
    const alias = own.find((one) => one.name.toLowerCase() === name.toLowerCase())?.alias;
    return { ...field, name, alias: alias || name };
  });
  const all = addedFields(
    system,
    own.filter((field) => !isSystem(field)),
  );
  if (all.length > MAX_FIELDS) throw refuse('fields-many', { most: MAX_FIELDS, count: all.length });
  return all;
}

/** The fields of a layer with more at the end; those it has may have names from files. @throws INVALID_PARAMETER for new names that are taken or none */
export function addedFields(present: readonly StoredField[], more: readonly FieldDefinition[]): StoredField[] {
  const taken = new Set(present.map((field) => field.name.toLowerCase()));
  let number = 1 + Math.max(0, ...present.map((field) => Number(/^f(\d+)_/.exec(field.column)?.[1] ?? 0)));
  const added = more.filter(isStored).map((field): StoredField => {
    claim(taken, field.name);
    if (field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID') {
      throw refuse('field-type-second', { type: field.type });
    }
    return storedField(field, `f${number++}_${field.name.toLowerCase().slice(0, 40)}`);
  });
  const all = [...present, ...added];
  if (all.length > MOST_STORED) throw refuse('fields-many', { most: MOST_STORED, count: all.length });
  return all;
}

function requireName(name: string): void {
  if (!FIELD_NAME.test(name)) throw refuse('field-name', { name: name.slice(0, 70) });
}

function claim(taken: Set<string>, name: string): void {
  requireName(name);
  if (taken.has(name.toLowerCase())) throw refuse('field-name-twice', { name });
  taken.add(name.toLowerCase());
}

/** Length of texts whose definition does not say it. */
const DEFAULT_LENGTH = 256;

function storedField(given: FieldDefinition, column: string): StoredField {
  const { name, type } = given;
  if (type === 'esriFieldTypeGeometry' || type === 'esriFieldTypeBlob') throw refuse('field-type', { type, name });
  const text = type === 'esriFieldTypeString';
  const field: StoredField = {
    name,
    type,
    alias: given.alias || name,
    column,
    ...(text ? { length: given.length ?? DEFAULT_LENGTH } : {}),
    ...(type === 'esriFieldTypeGUID' ? { length: 38 } : {}),
    nullable: given.nullable !== false,
    editable: given.editable !== false,
  };
  return changedField(field, given);
}

/** A field with its changes. @throws INVALID_PARAMETER for values that the field cannot hold */
export function changedField(field: StoredField, change: FieldWords): StoredField {
  const system = field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID';
  const changed: StoredField = { ...field, alias: change.alias || field.alias };
  if (change.visible !== undefined) changed.visible = change.visible;
  if (change.description !== undefined) changed.description = change.description ?? '';
  if (system) return changed;
  if (change.nullable !== undefined) changed.nullable = change.nullable;
  if (change.editable !== undefined) changed.editable = change.editable;
  if (change.length !== undefined && field.length !== undefined) {
    if (change.length < field.length) throw refuse('field-shorter', { name: field.name, length: field.length });
    changed.length = change.length;
  }
  if (change.domain !== undefined) changed.domain = change.domain === null ? null : checkedDomain(changed, change.domain as Domain);
  if (change.defaultValue !== undefined) changed.defaultValue = checkedDefault(changed, change.defaultValue);
  return changed;
}

/** A domain with codes as the field keeps them. @throws INVALID_PARAMETER for one that the field cannot have */
export function checkedDomain(field: StoredField, domain: Domain): Domain {
  if (domain.type === 'range') {
    const numeric = /Integer|Single|Double|Date$/.test(field.type);
    if (!numeric || domain.range[0] > domain.range[1]) throw refuse('domain-range', { name: field.name });
    return domain;
  }
  const codes = new Set<string | number>();
  const codedValues = domain.codedValues.map(({ name, code }) => {
    // Clients compare codes with values strictly, so a code has the type of the values.
    const value = fittingValue(field, code, 'domain');
    if (value === null || codes.has(value)) throw refuse('domain-code-twice', { name: field.name, code });
    codes.add(value);
    return { name, code: value };
  });
  return { ...domain, codedValues };
}

function checkedDefault(field: StoredField, value: string | number | null): string | number | null {
  return value === null ? null : fittingValue(field, value, 'defaultValue');
}

/** A value as the field keeps it. @throws INVALID_PARAMETER for one that it cannot hold */
export function fittingValue(field: StoredField, value: string | number, where: string): string | number | null {
  try {
    return checkedValue(field, value);
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw refuse('definition-value', { where, why: error.fault });
  }
}
