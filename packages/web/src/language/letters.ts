// The letters of languages that are not written in the first font of the page.

/** The fonts that are bundled for them, by the language; `theme/fonts.css` has them. */
const FONTS: Readonly<Record<string, { name: string; sample: string }>> = { ar: { name: 'Noto Sans Arabic', sample: 'ا' } };
const WEIGHTS = [400, 600];
/** So long a page waits for letters: then it is shown in those that are there. */
const PATIENCE_MS = 1500;

const asked = new Map<string, Promise<void>>();

/** Has the letters of a language there before a page is shown in others, which are wider: what was shown moved when they came. */
export function ensureLetters(tag: string): Promise<void> {
  const font = FONTS[tag.split('-')[0] ?? ''];
  // Beside browsers nothing is drawn.
  if (font === undefined || typeof document.fonts?.load !== 'function') return Promise.resolve();
  const known = asked.get(font.name) ?? within(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "${font.name}"`, font.sample)));
  asked.set(font.name, known);
  return known;
}

/** Letters that cannot be had keep nobody waiting. */
function within(loading: readonly Promise<unknown>[]): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([Promise.allSettled(loading), patience]).then(() => undefined);
}
