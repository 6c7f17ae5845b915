// What is typed into the search box of a table as a where clause: texts that contain it, numbers that are it, words of lists.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { kindOf } from '../../features/field-kinds.ts';
import { fieldInType, subtypeIds, typeField } from '../../features/subtypes.ts';
import { figuresTyped } from '../../features/typed-number.ts';
import { conditionClause, exactly } from '../../features/where-clause.ts';

/** More columns are not looked through at once: each is read for every row. */
export const MOST_COLUMNS = 20;
/** More values of lists, or subtypes with lists of their own, are not asked for in one column. */
const MOST_CHOICES = 50;

/** Fields that hold texts, numbers, or values of a list. */
function isSearched(field: WireField): boolean {
  return field.domain?.type === 'codedValue' || kindOf(field) === 'text' || kindOf(field) === 'number';
}

/** Fields that are looked through, and whether that leaves some out. */
export function searchedFields(fields: readonly WireField[]): { searched: readonly WireField[]; leavesOut: boolean } {
  const all = fields.filter(isSearched);
  return { searched: all.slice(0, MOST_COLUMNS), leavesOut: all.length > MOST_COLUMNS };
}

/** Rows in which one of the fields shows the text; numbers are read as the language writes them. @returns undefined where nothing is looked for */
export function searchClause(typed: string, layer: LayerInfo, fields: readonly WireField[], tag: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const figures = figuresTyped(text, tag);
  const clauses = searchedFields(fields).searched.flatMap((field) => clausesIn(layer, field, text, figures));
  // nothing shows the text where no column could
  return clauses.length > 0 ? clauses.join(' OR ') : '1=0';
}

function clausesIn(layer: LayerInfo, field: WireField, text: string, figures: string | undefined): string[] {
  const own = typeField(layer);
  const ids = own ? subtypeIds(layer).slice(0, MOST_CHOICES) : [];
  const ofTypes = ids.map((id) => ({ id, shown: fieldInType(layer, field, id) }));
  if (own === undefined || ofTypes.every(({ shown }) => shown.domain === ofTypes[0]?.shown.domain))
    return [clauseOf(ofTypes[0]?.shown ?? field, text, figures)].filter((clause) => clause !== undefined);
  return ofTypes.flatMap(({ id, shown }) => {
    const clause = clauseOf(shown, text, figures);
    return clause === undefined ? [] : [`(${exactly(own, id)} AND ${clause})`];
  });
}

function clauseOf(field: WireField, text: string, figures: string | undefined): string | undefined {
  if (field.domain?.type === 'codedValue') {
    const wanted = text.toLocaleLowerCase();
    const found = field.domain.codedValues.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, MOST_CHOICES);
    const clauses = found.map(({ code }) => exactly(field, code));
    return clauses.length > 1 ? `(${clauses.join(' OR ')})` : clauses[0];
  }
  if (kindOf(field) === 'text') return conditionClause({ field: field.name, condition: 'contains', value: text }, [field]);
  return figures === undefined ? undefined : exactly(field, figures);
}
