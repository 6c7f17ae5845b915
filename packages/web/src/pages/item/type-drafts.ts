// What a type says of its rows, as it is typed: with which templates new ones begin, and which values their fields may have.
import type { WireField } from '@graticule/contract/services/layer';
import { fieldFault } from '../../features/field-fault.ts';
import { kindOf } from '../../features/field-kinds.ts';
import type { ToldType } from '../../features/subtypes.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import { type DomainDraft, domainOf, draftOf } from './domain-draft.ts';
import { codesFault, isObject, others, type Raw, type TypeFault } from './type-faults.ts';

/** As many as the portal takes of one type. */
export const MOST_TEMPLATES = 100;

/** What new rows may begin with. */
export interface TemplateDraft {
  /** Its place among the templates that the type has; none for a new one. */
  was?: number;
  /** The name that was typed; undefined where nobody touched it. */
  name?: string;
  /** What new rows begin with, empty for nothing; by the names of fields, as far as somebody touched them. */
  begins: Readonly<Record<string, string>>;
}

/** What somebody typed of a type. */
export interface TypeDraft {
  /** At least one. */
  templates: readonly TemplateDraft[];
  /** By the names of fields, as far as somebody touched them. */
  domains: Readonly<Record<string, DomainDraft>>;
}

/** A type and what is typed of it. */
export interface DraftedType {
  /** The type before anybody typed; undefined for a new one. */
  told: ToldType | undefined;
  draft: TypeDraft;
  /** What people call the type by now. */
  name: string;
}

/** The fields of which a type can say something: not the one that tells the types apart, nor those that the portal fills. */
export function fieldsOfTypes(fields: readonly WireField[], own: WireField | undefined): readonly WireField[] {
  return fields.filter(({ name, type, editable }) => name !== own?.name && editable !== false && !/OID|GlobalID/.test(type));
}

/** A type of which nobody typed anything yet. */
export function untouched(told: ToldType | undefined): TypeDraft {
  const templates = told?.templates.map(({ was }) => ({ was, begins: {} })) ?? [];
  return { templates: templates.length > 0 ? templates : [{ begins: {} }], domains: {} };
}

const toldTemplate = (told: ToldType | undefined, { was }: TemplateDraft) => told?.templates.find((one) => one.was === was);

/** What a template is called: one that is called like its type goes on being called like it. */
export function templateName({ told, name }: Omit<DraftedType, 'draft'>, template: TemplateDraft): string {
  const before = toldTemplate(told, template)?.name;
  return template.name ?? (before === undefined || before === told?.name ? name : before);
}

/** What new rows of a template begin with in a field. */
export function beginOf(field: WireField, told: ToldType | undefined, template: TemplateDraft): string {
  const value = toldTemplate(told, template)?.defaults.find((one) => one.field.name === field.name)?.value ?? null;
  return template.begins[field.name] ?? inputOf(value, field).text;
}

/** Which values the type allows in a field; any is as in the layer. */
export function domainIn(field: WireField, told: ToldType | undefined, draft: TypeDraft): DomainDraft {
  return draft.domains[field.name] ?? draftOf(told?.fields.find(({ name }) => name === field.name)?.domain);
}

/** The draft with another template in a place. */
export function withTemplate(draft: TypeDraft, at: number, change: Partial<TemplateDraft>): TypeDraft {
  return { ...draft, templates: draft.templates.map((each, i) => (i === at ? { ...each, ...change } : each)) };
}

/** The draft where new rows of a template begin with something else. */
export function withBegin(draft: TypeDraft, at: number, field: WireField, text: string): TypeDraft {
  return withTemplate(draft, at, { begins: { ...draft.templates[at]?.begins, [field.name]: text } });
}

/** The draft with other values that a field may have; what templates begin with is looked at again. */
export function withDomain(draft: TypeDraft, told: ToldType | undefined, field: WireField, domain: DomainDraft): TypeDraft {
  const templates = draft.templates.map((each) => ({ ...each, begins: { ...each.begins, [field.name]: beginOf(field, told, each) } }));
  return { templates, domains: { ...draft.domains, [field.name]: domain } };
}

/** Whether a type says anything of any of the fields, or has several templates. */
export function saysSomething(fields: readonly WireField[], told: ToldType | undefined, draft: TypeDraft): boolean {
  const says = (field: WireField) =>
    domainIn(field, told, draft).kind !== 'any' || draft.templates.some((each) => beginOf(field, told, each) !== '');
  return draft.templates.length > 1 || fields.some(says);
}

/** The field as the type has it, with the list or the range that is typed. */
export function fieldWith(field: WireField, domain: DomainDraft): WireField {
  const own = domainOf(domain, field);
  return { ...field, domain: own === null ? field.domain : (own ?? null) };
}

/** The first thing that is wrong with what is typed of a type, and of which field and template where it is about these. */
export function faultOfDraft(
  fields: readonly WireField[],
  type: DraftedType,
  shown: (number: number) => string,
): { field?: WireField; template?: string; fault: TypeFault } | undefined {
  const { told, draft } = type;
  for (const field of fields) {
    const domain = draft.domains[field.name];
    const fault = domain && faultOfDomain(field, domain, shown);
    if (fault) return { field, fault };
    const own = fieldWith(field, domainIn(field, told, draft));
    for (const template of draft.templates) {
      const wrong = fieldFault(template.begins[field.name] ?? '', own, false);
      const named = draft.templates.length > 1 ? { template: templateName(type, template) } : {};
      if (wrong) return { field, ...named, fault: { key: `item.field.bad-${wrong}`, values: {} } };
    }
  }
  // names that stood twice before anybody touched one may stay so
  const isNamed = draft.templates.some((each) => each.name !== undefined || each.was === undefined);
  const names = draft.templates.map((each) => templateName(type, each).trim() || type.name);
  const twice = isNamed ? names.find((each, i) => names.indexOf(each) !== i) : undefined;
  return twice === undefined ? undefined : { fault: { key: 'item.types.template-twice', values: { type: type.name, name: twice } } };
}

function faultOfDomain(field: WireField, domain: DomainDraft, shown: (number: number) => string): TypeFault | undefined {
  const { kind, listed } = domain;
  if (domainOf(domain, field) === undefined)
    return { key: kind === 'range' ? 'item.field.range-wrong' : 'item.field.list-wrong', values: {} };
  const codes = kind === 'codedValue' ? listed.map(({ code }) => code).filter((code) => code.trim() !== '') : [];
  return codesFault(field, codes, shown);
}

/** The definition of a type with what was typed of it; `blank` is a template of it that says nothing. */
export function withDraft(type: Raw, fields: readonly WireField[], { told, draft, name }: DraftedType, blank: Raw): Raw {
  const raw = Array.isArray(type.templates) ? (type.templates as unknown[]) : [];
  // without templates, new rows begin with what the type says itself
  const own = told?.templates[0]?.defaults.map(({ field, value }) => [field.name, value]) ?? [];
  const prototype = isObject(blank.prototype) ? blank.prototype : {};
  const first = { ...blank, prototype: { ...prototype, attributes: { ...Object.fromEntries(own), ...others(prototype.attributes) } } };
  const known = raw.length > 0 ? raw : [first];
  const templates = draft.templates.map((each) => {
    const before = each.was === undefined ? blank : known[each.was];
    const typed = each.name === undefined ? {} : { name: each.name.trim() || name };
    return begunWith({ ...(isObject(before) ? before : blank), ...typed }, fields, each, (field) => domainIn(field, told, draft));
  });
  return { ...type, domains: domainsWith(type.domains, fields, draft), templates };
}

function begunWith(template: Raw, fields: readonly WireField[], { begins }: TemplateDraft, domain: (field: WireField) => DomainDraft): Raw {
  const touched = fields.filter(({ name }) => begins[name] !== undefined);
  if (touched.length === 0) return template;
  const prototype = isObject(template.prototype) ? template.prototype : {};
  const begun = touched.flatMap((field) => {
    const value = typedValue(begins[field.name] ?? '', fieldWith(field, domain(field)));
    if (value === null || value === undefined) return [];
    return [[field.name, kindOf(field) === 'number' ? Number(value) : value]];
  });
  const rest = others(prototype.attributes, ...touched.map(({ name }) => name.toLowerCase()));
  return { ...template, prototype: { ...prototype, attributes: { ...rest, ...Object.fromEntries(begun) } } };
}

function domainsWith(before: unknown, fields: readonly WireField[], draft: TypeDraft): Raw {
  const said = Object.keys(isObject(before) ? before : {}).map((key) => key.toLowerCase());
  const touched = fields.flatMap((field) => {
    const typed = draft.domains[field.name];
    return typed ? [{ field, domain: domainOf(typed, field) }] : [];
  });
  const made = touched.flatMap(({ field: { name }, domain }) => {
    if (domain) return [[name, domain]];
    return said.includes(name.toLowerCase()) ? [[name, { type: 'inherited' }]] : [];
  });
  return { ...others(before, ...touched.map(({ field }) => field.name.toLowerCase())), ...Object.fromEntries(made) };
}
