// How the texts of a column are read in the type that a person chose: in the way that fits most of them.
import { type Beside, type ColumnReader, type CommaFinding, type CommaUse, eitherReader, NO_VALUE, parseNumber } from './column-types.ts';
import type { FieldType } from './format-reader.ts';
import { GroupedNumbers } from './grouped-numbers.ts';
import { isFiner, Losses, type RowCount } from './losses.ts';
import { isRounded } from './number-rounding.ts';
import { type DateStyle, dateStyles } from './parse-date.ts';

const isDay = (type: FieldType): boolean => type === 'esriFieldTypeDate' || type === 'esriFieldTypeDateOnly';

const isWhole = (type: FieldType): boolean => /Integer$/.test(type);

/** Add every text; some may not fit, and must not decide how the others are read. */
export class ChosenColumn {
  private readonly type: FieldType;
  private readonly styles = new Map<DateStyle, number>();
  private commas = 0;
  private points = 0;
  private readonly grouped = new GroupedNumbers();
  private readonly commaUse: CommaUse;
  readonly losses: Losses;

  constructor(type: FieldType, rows: RowCount, commaUse: CommaUse = 'either') {
    this.losses = new Losses(rows);
    this.type = type;
    this.commaUse = commaUse;
  }

  add(raw: string): void {
    const text = raw.trim();
    if (text === '' || NO_VALUE.test(text)) return;
    if (isDay(this.type)) {
      if (isFiner(text)) this.losses.moments.add();
      for (const style of dateStyles(text)) this.styles.set(style, (this.styles.get(style) ?? 0) + 1);
      return;
    }
    const [isPoint, isComma] = [!Number.isNaN(parseNumber(text, '.')), !Number.isNaN(parseNumber(text, ','))];
    if (isComma && !isPoint) this.commas++;
    if (isPoint && !isComma) this.points++;
    if ((isPoint || isComma) && isRounded(text.replace(',', '.'))) this.losses.digits.add();
    if (/^[+-]?\d[\d.,'’\s]*$/.test(text)) this.grouped.add(text);
  }

  /** Where day and month cannot be told apart they are in the order that is said; without, the month is first as in columns that are judged by themselves. */
  finish(order: 'dayFirst' | 'monthFirst' = 'monthFirst', beside: Pick<Beside, 'commas'> = {}): ColumnReader {
    const { type } = this;
    if (!isDay(type)) return this.numbers(beside);
    const inOrder = this.styles.get(order) ?? 0;
    const [best] = [...this.styles].sort((a, b) => b[1] - a[1]);
    const date = best === undefined ? 'iso' : best[1] === inOrder ? order : best[0];
    return { type, date, isChosen: true };
  }

  /** What the numbers say about commas before decimals. */
  get commaFinding(): CommaFinding {
    if (isDay(this.type) || this.commas <= this.points) return undefined;
    const grouping = this.grouped.finish(true);
    if (grouping?.group !== ',') return 'sure';
    return grouping.isUnsure && this.commaUse === 'decimals' ? 'guessed' : undefined;
  }

  private numbers({ commas }: Pick<Beside, 'commas'>): ColumnReader {
    const { type } = this;
    const grouping = this.grouped.finish(true);
    // Somebody says that these are numbers; whole ones have no decimals that a group of three could be.
    if (grouping !== undefined && (!grouping.isUnsure || isWhole(type)))
      return { type, decimal: grouping.decimal, group: grouping.group, isChosen: true };
    // Numbers with decimals are read as they are where nobody chose the type.
    if (grouping?.group === ',') return { ...eitherReader(grouping, this.commaUse, commas), type, isChosen: true };
    if (grouping?.group === '.' && commas !== undefined) return { type, decimal: ',', group: '.', isGroupUnsure: true, isChosen: true };
    return { type, decimal: this.commas > this.points ? ',' : '.', isChosen: true };
  }
}
