// What a person says about dates and numbers of a file that can be read in two ways: which of them is meant.
import { type ColumnReader, NO_VALUE, parseNumber } from './column-types.ts';
import { isNumberType } from './field-text.ts';
import type { ReadOptions } from './format-reader.ts';
import { type GroupStyle, withoutGroups } from './grouped-numbers.ts';

/** What was said of a file, and what its columns are to that. */
export class SaidReading {
  private readonly order: ReadOptions['dateOrder'];
  private readonly numbers: readonly SaidNumbers[];

  constructor({ dateOrder, decimalSign }: ReadOptions, columns: number) {
    this.order = dateOrder;
    this.numbers = decimalSign === undefined ? [] : Array.from({ length: columns }, () => new SaidNumbers(decimalSign));
  }

  /** Whether the values have to be looked at once more. */
  get isAsked(): boolean {
    return this.numbers.length > 0;
  }

  add(column: number, text: string): void {
    this.numbers[column]?.add(text);
  }

  /** How a column is read, given how it was judged by itself; `isText` for one that is text whatever it looks like. */
  reader(column: number, judged: ColumnReader, isText: boolean): ColumnReader {
    if (isText && !judged.isChosen) return judged;
    // Day and month cannot be told apart by the values.
    if (judged.ambiguous && this.order !== undefined) return { type: judged.type, date: this.order };
    return this.numbers[column]?.finish(judged) ?? judged;
  }
}

/** Whole numbers of so many digits may lose some. */
const WIDEST = 16;
const SPACE = '[ \\u00A0\\u202F\\u2009]';

/** Gathers whether all values of a column are numbers with the decimal sign that was said, in groups of thousands or not. */
class SaidNumbers {
  private readonly decimal: '.' | ',';
  private readonly styles: { group: GroupStyle['group'] | undefined; pattern: RegExp; fits: boolean; grouped: number }[];
  private values = 0;
  private whole = true;
  private digits = 0;

  constructor(decimal: '.' | ',') {
    this.decimal = decimal;
    const sign = decimal === '.' ? '\\.' : ',';
    const groups: [GroupStyle['group'] | undefined, string][] = [
      [undefined, ''],
      decimal === '.' ? [',', ','] : ['.', '\\.'],
      [' ', SPACE],
      ["'", "['’]"],
    ];
    this.styles = groups.map(([group, text]) => {
      const plain = '0|[1-9]\\d*';
      const whole = group === undefined ? plain : `${plain}|[1-9]\\d{0,2}(?:${text}\\d{3})+`;
      return { group, pattern: new RegExp(`^[+-]?(?:${whole})?(?:${sign}\\d*)?$`), fits: true, grouped: 0 };
    });
  }

  add(raw: string): void {
    const text = raw.trim();
    if (text === '' || NO_VALUE.test(text)) return;
    this.values++;
    if (text.includes(this.decimal)) this.whole = false;
    this.digits = Math.max(this.digits, (text.split(this.decimal)[0] ?? '').replace(/\D/g, '').length);
    for (const style of this.styles) {
      if (!style.fits) continue;
      const plain = style.group === undefined ? text : withoutGroups(text, style.group);
      style.fits = text.length <= 24 && style.pattern.test(text) && !Number.isNaN(parseNumber(plain, this.decimal));
      if (plain !== text) style.grouped++;
    }
  }

  /** The column as it was said; as it was judged where that says nothing about it, or where some value cannot be read so. `type` is what a person chose. */
  finish(judged: ColumnReader): ColumnReader {
    const style = this.styles.find(({ fits }) => fits);
    if (style === undefined || this.values === 0 || isNoNumber(judged)) return judged;
    const { group, grouped } = style;
    // Whole numbers without groups are the same in every way of writing.
    if (this.whole && grouped === 0) return judged;
    if (this.whole && this.digits >= WIDEST) return judged;
    const whole = this.digits < 10 ? 'esriFieldTypeInteger' : 'esriFieldTypeBigInteger';
    const type = judged.isChosen ? judged.type : this.whole ? whole : 'esriFieldTypeDouble';
    return {
      type,
      decimal: this.decimal,
      ...(group === undefined ? {} : { group }),
      ...(judged.isChosen ? { isChosen: true } : {}),
    };
  }
}

const isNoNumber = ({ type }: ColumnReader): boolean => !isNumberType(type) && type !== 'esriFieldTypeString';
