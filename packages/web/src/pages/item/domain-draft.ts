// Which values a field may have, as it is typed: any, those of a list, or numbers of a range.
import type { Domain, WireField } from '@graticule/contract/services/layer';
import { kindOf, numberIn } from '../../features/field-kinds.ts';
import { BLANK, type Listed } from './ListedValues.tsx';

/** The list and the range are kept while another kind is chosen. */
export interface DomainDraft {
  kind: 'any' | 'codedValue' | 'range';
  listed: readonly Listed[];
  /** The least and the greatest. */
  range: readonly string[];
}

/** Whether values of a field can be restricted. */
export function mayHaveDomain(field: WireField): boolean {
  return (kindOf(field) === 'text' || kindOf(field) === 'number') && !/OID|GlobalID|XML/.test(field.type);
}

/** The domain as it is typed. */
export function draftOf(domain: Domain | null | undefined): DomainDraft {
  return {
    kind: domain?.type ?? 'any',
    listed: domain?.type === 'codedValue' ? domain.codedValues.map(({ code, name }) => ({ code: String(code), name })) : [BLANK],
    range: domain?.type === 'range' ? domain.range.map(String) : ['', ''],
  };
}

/** Lines without a value are left out, a value without words is its own; null for any value, undefined for what makes no sense. */
export function domainOf({ kind, listed, range: [low = '', high = ''] }: DomainDraft, field: WireField): Domain | null | undefined {
  if (kind === 'any') return null;
  const name = field.domain?.name || field.name;
  if (kind === 'range') {
    const [from, to] = [numberIn(low), numberIn(high)];
    return from !== undefined && to !== undefined && from <= to ? { type: 'range', name, range: [from, to] } : undefined;
  }
  const isNumber = kindOf(field) === 'number';
  const codedValues = listed
    .filter(({ code }) => code.trim() !== '')
    .map((each) => ({ code: isNumber ? (numberIn(each.code) ?? Number.NaN) : each.code, name: each.name.trim() || each.code }));
  const isSound = codedValues.length > 0 && new Set(codedValues.map(({ code }) => code)).size === codedValues.length;
  return isSound && !codedValues.some(({ code }) => Number.isNaN(code)) ? { type: 'codedValue', name, codedValues } : undefined;
}
