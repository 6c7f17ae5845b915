// What a type says of the fields of its rows, as it is typed: what new rows begin with, and which values a field may have.
import type { WireField } from '@graticule/contract/services/layer';
import { fieldFault } from '../../features/field-fault.ts';
import { kindOf } from '../../features/field-kinds.ts';
import type { ToldType } from '../../features/subtypes.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import { type DomainDraft, domainOf, draftOf } from './domain-draft.ts';
import { codesFault, isObject, others, type Raw, type TypeFault } from './type-faults.ts';

/** Of one field. */
export interface FieldDraft {
  /** What new rows begin with; empty for nothing. */
  begin: string;
  domain: DomainDraft;
}

/** By the names of fields; those that nobody touched are not among them. */
export type FieldDrafts = Readonly<Record<string, FieldDraft>>;

/** The fields of which a type can say something: not the one that tells the types apart, nor those that the portal fills. */
export function fieldsOfTypes(fields: readonly WireField[], own: WireField | undefined): readonly WireField[] {
  return fields.filter(({ name, type, editable }) => name !== own?.name && editable !== false && !/OID|GlobalID/.test(type));
}

/** What a type says of a field so far; `told` is the type before anybody typed. */
export function fieldDraft(field: WireField, told: ToldType | undefined, drafts: FieldDrafts): FieldDraft {
  const value = told?.defaults.find((one) => one.field.name === field.name)?.value ?? null;
  const domain = told?.fields.find(({ name }) => name === field.name)?.domain;
  return drafts[field.name] ?? { begin: inputOf(value, field).text, domain: draftOf(domain) };
}

/** Whether a type says anything of a field. */
export const saysSomething = ({ begin, domain }: FieldDraft): boolean => begin !== '' || domain.kind !== 'any';

/** The field as the type has it, with the list or the range that is typed. */
export function fieldWith(field: WireField, { domain }: FieldDraft): WireField {
  const own = domainOf(domain, field);
  return { ...field, domain: own === null ? field.domain : (own ?? null) };
}

/** The first thing that is wrong with what is typed of the fields of a type. */
export function faultOfDrafts(
  fields: readonly WireField[],
  drafts: FieldDrafts,
  shown: (number: number) => string,
): { field: WireField; fault: TypeFault } | undefined {
  for (const field of fields) {
    const draft = drafts[field.name];
    const fault = draft && faultOfDraft(field, draft, shown);
    if (fault) return { field, fault };
  }
  return undefined;
}

function faultOfDraft(field: WireField, draft: FieldDraft, shown: (number: number) => string): TypeFault | undefined {
  const { kind, listed } = draft.domain;
  if (domainOf(draft.domain, field) === undefined)
    return { key: kind === 'range' ? 'item.field.range-wrong' : 'item.field.list-wrong', values: {} };
  const codes = kind === 'codedValue' ? listed.map(({ code }) => code).filter((code) => code.trim() !== '') : [];
  const wrong = codesFault(field, codes, shown);
  if (wrong) return wrong;
  const fault = fieldFault(draft.begin, fieldWith(field, draft), false);
  return fault && { key: `item.field.bad-${fault}`, values: {} };
}

/** The type with what was typed of its fields. Of several templates the first is the one that is told, and changed. */
export function withDrafts(type: Raw, fields: readonly WireField[], drafts: FieldDrafts, blank: Raw): Raw {
  const touched = fields.filter(({ name }) => drafts[name] !== undefined);
  if (touched.length === 0) return type;
  const names = touched.map(({ name }) => name.toLowerCase());
  const domains = { ...others(type.domains, ...names) };
  const begun: Record<string, unknown> = {};
  for (const field of touched) {
    const draft = drafts[field.name];
    const domain = draft && domainOf(draft.domain, field);
    if (domain) domains[field.name] = domain;
    else if (Object.keys(isObject(type.domains) ? type.domains : {}).some((key) => key.toLowerCase() === field.name.toLowerCase()))
      domains[field.name] = { type: 'inherited' };
    const value = draft && typedValue(draft.begin, fieldWith(field, draft));
    if (value !== null && value !== undefined) begun[field.name] = kindOf(field) === 'number' ? Number(value) : value;
  }
  const [first = blank, ...rest] = Array.isArray(type.templates) ? (type.templates as unknown[]) : [];
  const template = isObject(first) ? first : blank;
  const prototype = isObject(template.prototype) ? template.prototype : {};
  const attributes = { ...others(prototype.attributes, ...names), ...begun };
  return { ...type, domains, templates: [{ ...template, prototype: { ...prototype, attributes } }, ...rest] };
}
