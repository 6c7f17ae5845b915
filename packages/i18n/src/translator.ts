// Looks messages up and fills them in.
import { IntlMessageFormat } from 'intl-messageformat';
import { fallbackChain } from './languages.ts';
import type { Area, MessageFile, MessageKey } from './messages.ts';
import { isPseudo, pseudo } from './pseudo.ts';

/** Reads one file of messages; undefined when the language has none for the area. */
export type LoadMessages = (area: Area, language: string) => Promise<MessageFile | undefined>;

/** Values for the arguments of a message. */
export type MessageValues = Readonly<Record<string, string | number | Date | null | undefined>>;

/** The message of a key, filled in. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

interface Loaded {
  text: string;
  /** The language the text is in, which decides its plurals. */
  language: string;
}

/** Messages of one language, loaded area by area. */
export class Translator {
  readonly language: string;
  readonly #load: LoadMessages;
  readonly #areas = new Map<Area, Promise<void>>();
  readonly #messages = new Map<string, Loaded>();
  readonly #formats = new Map<string, IntlMessageFormat>();

  constructor(language: string, load: LoadMessages) {
    this.language = language;
    this.#load = load;
  }

  /** Loads areas that are not loaded yet. */
  async ensure(areas: readonly Area[]): Promise<void> {
    await Promise.all(areas.map((area) => this.#ensureArea(area)));
  }

  get loadedAreas(): Area[] {
    return [...this.#areas.keys()];
  }

  /** The message of a key; the key itself when its area is not loaded, so that a slip is seen at once. */
  readonly translate: Translate = (key, values) => this.find(key, values) ?? key;

  /** The message of a key that may not exist. */
  readonly find = (key: string, values?: MessageValues): string | undefined => {
    const loaded = this.#messages.get(key);
    if (!loaded) return undefined;
    if (!/[{<']/.test(loaded.text)) return loaded.text;
    let format = this.#formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(loaded.text, formattingLanguage(loaded.language));
      this.#formats.set(key, format);
    }
    return String(format.format(values as Record<string, string | number | Date>));
  };

  #ensureArea(area: Area): Promise<void> {
    let loading = this.#areas.get(area);
    if (!loading) {
      loading = this.#loadArea(area).catch((error: unknown) => {
        this.#areas.delete(area);
        throw error;
      });
      this.#areas.set(area, loading);
    }
    return loading;
  }

  async #loadArea(area: Area): Promise<void> {
    const chain = isPseudo(this.language) ? ['en'] : fallbackChain(this.language);
    const files = await Promise.all(chain.map(async (language) => ({ language, file: await this.#load(area, language) })));
    for (const { language, file } of files.reverse()) {
      for (const [key, text] of Object.entries(file ?? {})) {
        this.#messages.set(`${area}.${key}`, { text: pseudo(this.language, text), language });
      }
    }
  }
}

function formattingLanguage(language: string): string {
  return isPseudo(language) ? 'en' : language;
}
