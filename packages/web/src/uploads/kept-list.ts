// Things that are noted in this browser for a while, each with the file that it is about.
import { keep, kept } from '../ui/kept.ts';

/** A file, as the browser tells of it. */
export interface KeptFile {
  name: string;
  size: number;
  lastModified: number;
}

/** Whether it is this very file. */
export function isSameFile(known: KeptFile, file: KeptFile): boolean {
  return known.name === file.name && known.size === file.size && known.lastModified === file.lastModified;
}

interface Form<T> {
  /** Under which name the list is kept. */
  name: string;
  keptMs: number;
  /** What tells one from another. */
  id: keyof T;
  /** Epoch milliseconds from which the time counts. */
  since: keyof T;
  texts: readonly (keyof T)[];
  numbers: readonly (keyof T)[];
}

/** A list, the newest first. What other versions of the pages, or people, wrote there is passed over. */
export class KeptList<T extends object> {
  readonly #form: Form<T>;

  constructor(form: Form<T>) {
    this.#form = form;
  }

  all(): T[] {
    const { name, keptMs, since } = this.#form;
    try {
      const read: unknown = JSON.parse(kept(name) ?? '[]');
      return Array.isArray(read) ? read.filter((one) => this.#isOne(one)).filter((one) => Number(one[since]) > Date.now() - keptMs) : [];
    } catch {
      return [];
    }
  }

  /** Takes the place of what was known of the same. */
  put(one: T): void {
    const { id } = this.#form;
    this.#write([one, ...this.all().filter((other) => other[id] !== one[id])]);
  }

  forget(id: string): void {
    this.#write(this.all().filter((one) => one[this.#form.id] !== id));
  }

  #write(list: readonly T[]): void {
    keep(this.#form.name, list.length === 0 ? null : JSON.stringify(list));
  }

  #isOne(value: unknown): value is T {
    if (typeof value !== 'object' || value === null) return false;
    const members = value as Record<keyof T, unknown>;
    const { texts, numbers } = this.#form;
    return texts.every((key) => typeof members[key] === 'string') && numbers.every((key) => typeof members[key] === 'number');
  }
}
