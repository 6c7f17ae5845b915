// A list of names for a sentence: as many as people read, and how many more there are.

const MOST_NAMES = 20;
const MOST_CHARACTERS = 200;

/** The names with commas; of a long list the first ones, and the number of the others. */
export function someOf(names: readonly string[]): string {
  let text = '';
  for (const [at, name] of names.entries()) {
    const longer = at === 0 ? name : `${text}, ${name}`;
    if (at === MOST_NAMES || (at > 0 && longer.length > MOST_CHARACTERS)) return `${text}, … (+${names.length - at})`;
    text = longer.length > MOST_CHARACTERS ? `${longer.slice(0, MOST_CHARACTERS)}…` : longer;
  }
  return text;
}
