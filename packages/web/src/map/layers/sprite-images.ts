// Names of images in a foreign style, made those of its own sprite: a map holds the sprites of several styles, each under an id.

/** What leads to which parts of an expression that are its results. */
const RESULTS: Readonly<Record<string, (index: number, last: number) => boolean>> = {
  step: (index) => index >= 2 && index % 2 === 0,
  case: (index, last) => index === last || index % 2 === 0,
  match: (index, last) => index === last || (index > 2 && index % 2 === 1),
  coalesce: () => true,
  image: () => true,
  let: (index, last) => index === last,
};

/** The value of `icon-image` or of a pattern with the names it results in put under the sprite: a name, an expression or a function of old. */
export function imagesOfSprite(value: unknown, sprite: string): unknown {
  if (typeof value === 'string') return value === '' ? '' : `${sprite}:${value}`;
  if (Array.isArray(value)) {
    const results = RESULTS[String(value[0])];
    // names that are not there count as absent in a choice among names, and pictures in one among pictures
    const isOfNames = value[0] === 'coalesce' && !value.some((part) => Array.isArray(part) && part[0] === 'image');
    // whatever else gives a name; of the ones above, some may depend on the zoom, and that has to stay outermost
    if (!results || isOfNames) return ['concat', `${sprite}:`, value];
    return value.map((part, i) => (i > 0 && results(i, value.length - 1) ? imagesOfSprite(part, sprite) : part));
  }
  if (typeof value !== 'object' || value === null) return value;
  const {
    stops,
    default: otherwise,
    ...rest
  } = value as { stops?: [unknown, unknown][]; default?: unknown; type?: string; property?: string };
  if (rest.type === 'identity') return ['concat', `${sprite}:`, ['get', rest.property ?? '']];
  return {
    ...rest,
    ...(stops ? { stops: stops.map(([at, name]) => [at, imagesOfSprite(name, sprite)]) } : {}),
    ...(otherwise === undefined ? {} : { default: imagesOfSprite(otherwise, sprite) }),
  };
}
