// Takes the texts of coordinate systems apart.

const COMPOUND = /^\s*(?:COMPD_CS|COMPOUNDCRS)\s*\[/i;
const HORIZONTAL = /^\s*(?:PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS|BOUNDCRS)\s*\[/i;

/** Whether the text is of a system of places. */
export const isHorizontal = (wkt: string): boolean => HORIZONTAL.test(wkt);

/** Whether the text is of a system of places and heights. */
export const isCompound = (wkt: string): boolean => COMPOUND.test(wkt);

/** Of a system of places and heights that of the places: heights stay as they are. Other texts, and compounds without such a part, as they come. */
export function horizontalPart(wkt: string): string {
  if (!COMPOUND.test(wkt)) return wkt;
  return membersOf(wkt).find(isHorizontal) ?? wkt;
}

/** What stands between the outer brackets, in the order of the text. */
function membersOf(wkt: string): string[] {
  const members: string[] = [];
  let [depth, from] = [0, 0];
  let isQuoted = false;
  for (let at = 0; at < wkt.length; at++) {
    const sign = wkt[at];
    // A doubled mark is one of the text: it closes and opens at once.
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '[' && ++depth === 1) from = at + 1;
    const ends = (sign === ']' && --depth === 0) || (sign === ',' && depth === 1);
    if (!ends) continue;
    members.push(wkt.slice(from, at).trim());
    from = at + 1;
  }
  return members;
}
