// What a person typed into the place search: coordinates, or a name with parts that narrow it down.
import { foldText } from '../platform/db/search-text.ts';

/** A text read as a place query. */
export type PlaceText = { kind: 'coordinates'; x: number; y: number } | { kind: 'name'; name: string; parts: string[] };

/** `50.1, 10.2`: latitude first, as people write it; longitude first when the first number cannot be a latitude. */
const COORDINATES = /^\s*([-+]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSns])?\s*[,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EWew])?\s*$/;

/** Reads a text; the parts after commas narrow the name to a region or country. */
export function readPlaceText(text: string): PlaceText {
  // Without its gaps: the parts of the pattern would divide each between them in every way there is.
  const match = COORDINATES.exec(text.replace(/\s+/g, ' '));
  if (match) {
    const [, first = '', ns, second = '', ew] = match;
    const a = Number(first) * (ns?.toUpperCase() === 'S' ? -1 : 1);
    const b = Number(second) * (ew?.toUpperCase() === 'W' ? -1 : 1);
    if (Math.abs(a) <= 90 && Math.abs(b) <= 180) return { kind: 'coordinates', x: b, y: a };
    if (Math.abs(b) <= 90 && Math.abs(a) <= 180) return { kind: 'coordinates', x: a, y: b };
  }
  const [name = '', ...parts] = text.split(/[,،，、]/).map((part) => part.trim());
  return { kind: 'name', name, parts: parts.filter((part) => part !== '') };
}

/** Zoom-like size of a place in degrees, by how many people live there. */
export function placeRadiusDegrees(population: number): number {
  if (population > 5_000_000) return 0.35;
  if (population > 1_000_000) return 0.2;
  if (population > 200_000) return 0.1;
  return population > 20_000 ? 0.05 : 0.03;
}

/** A name folded for comparing: lower case, no accents, single blanks. */
export function placeKey(name: string): string {
  return foldText(name).replace(/\s+/g, ' ').trim();
}
