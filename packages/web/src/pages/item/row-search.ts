// What is typed into the search box of a table as a where clause: texts that contain it, numbers that are it, words of lists.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { kindOf } from '../../features/field-kinds.ts';
import { fieldInType, subtypeIds, typeField } from '../../features/subtypes.ts';
import { figuresTyped } from '../../features/typed-number.ts';
import { anyOf, conditionClause, exactly } from '../../features/where-clause.ts';

/** More columns are not looked through at once: each is read for every row. */
export const MOST_COLUMNS = 20;
/** More subtypes with lists of their own are not asked for in one column. */
const MOST_TYPES = 50;
/** More values of a list are not asked for; the server takes lists of 1,000. */
const MOST_VALUES = 500;
/** More conditions are not joined; the server takes 200 in a row. */
const MOST_CLAUSES = 190;
/** Longer searches are not sent: the server takes 20,000 characters, of which filters and related rows need some. */
const LONGEST_SEARCH = 15_000;
const OR = ' OR ';

/** What a search does not look at: columns beyond the first, or some of the values of lists that match. */
export type LeftOut = 'columns' | 'values';

/** What is typed as a clause; undefined where nothing is looked for. */
export interface RowSearch {
  clause: string | undefined;
  leavesOut: LeftOut | undefined;
}

/** Fields that hold texts, numbers, or values of a list. */
function isSearched(field: WireField): boolean {
  return field.domain?.type === 'codedValue' || kindOf(field) === 'text' || kindOf(field) === 'number';
}

/** Rows in which one of the fields shows the text; numbers are read as the language writes them. */
export function rowSearch(typed: string, layer: LayerInfo, fields: readonly WireField[], tag: string): RowSearch {
  const text = typed.trim();
  if (text === '') return { clause: undefined, leavesOut: undefined };
  const all = fields.filter(isSearched);
  const clauses = new Clauses(text, figuresTyped(text, tag));
  for (const field of all.slice(0, MOST_COLUMNS)) clauses.addOf(layer, field);
  const beyond = all.length > MOST_COLUMNS ? 'columns' : undefined;
  return { clause: clauses.joined(), leavesOut: clauses.leavesOut ? 'values' : beyond };
}

/** The conditions of a search, as many as the server takes. */
class Clauses {
  leavesOut = false;
  readonly #text: string;
  readonly #figures: string | undefined;
  readonly #taken: string[] = [];
  #length = 0;

  constructor(text: string, figures: string | undefined) {
    this.#text = text;
    this.#figures = figures;
  }

  addOf(layer: LayerInfo, field: WireField): void {
    const own = typeField(layer);
    const all = own ? subtypeIds(layer) : [];
    const ofTypes = all.slice(0, MOST_TYPES).map((id) => ({ id, shown: fieldInType(layer, field, id) }));
    if (own === undefined || ofTypes.every(({ shown }) => shown.domain === ofTypes[0]?.shown.domain)) {
      this.#add(this.#clauseOf(ofTypes[0]?.shown ?? field));
      return;
    }
    if (all.length > MOST_TYPES) this.leavesOut = true;
    for (const { id, shown } of ofTypes) {
      const clause = this.#clauseOf(shown);
      this.#add(clause && `(${exactly(own, id)} AND ${clause})`);
    }
  }

  /** Nothing shows the text where no column could. */
  joined(): string {
    return this.#taken.length > 0 ? this.#taken.join(OR) : '1=0';
  }

  #add(clause: string | undefined): void {
    if (clause === undefined) return;
    const length = this.#length + clause.length + OR.length;
    if (this.#taken.length === MOST_CLAUSES || length > LONGEST_SEARCH) {
      this.leavesOut = true;
      return;
    }
    this.#taken.push(clause);
    this.#length = length;
  }

  #clauseOf(field: WireField): string | undefined {
    if (field.domain?.type === 'codedValue') {
      const wanted = this.#text.toLocaleLowerCase();
      const found = field.domain.codedValues.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).map(({ code }) => code);
      if (found.length > MOST_VALUES) this.leavesOut = true;
      return found.length > 0 ? anyOf(field, found.slice(0, MOST_VALUES)) : undefined;
    }
    if (kindOf(field) === 'text') return conditionClause({ field: field.name, condition: 'contains', value: this.#text }, [field]);
    return this.#figures === undefined ? undefined : exactly(field, this.#figures);
  }
}
