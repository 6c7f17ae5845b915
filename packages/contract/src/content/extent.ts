// The extent of an item: how it is written in a form and what is accepted.
import { notJson } from '../not-json.ts';
import { type Param, ParamError, text } from '../param.ts';

/**
 * Corners of an extent, or `[]` when unknown.
 * @shape `[[xmin, ymin], [xmax, ymax]]`; xmin is greater than xmax when the extent crosses the date line
 * @units WGS 84 degrees
 */
export type ItemExtent = [[number, number], [number, number]] | [];

/** Reads `xmin,ymin,xmax,ymax`, a nested array or an envelope object; an empty value clears. */
export function extent(): Param<ItemExtent, ItemExtent, false> {
  return { ...text(), read: readExtent, write: (value) => value.flat().join(',') };
}

/**
 * Reads an extent as sent by a client.
 * @throws ParamError when it is not four numbers within the world
 */
export function readExtent(raw: string): ItemExtent {
  const trimmed = raw.trim();
  if (trimmed === '') return [];
  const numbers = trimmed.startsWith('{') || trimmed.startsWith('[') ? fromJson(trimmed) : trimmed.split(',').map(toNumber);
  if (numbers.length === 0) return [];
  const [xmin, ymin, xmax, ymax, ...rest] = numbers;
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined || rest.length > 0) {
    throw new ParamError('must be four numbers: xmin, ymin, xmax, ymax');
  }
  if (!numbers.every(Number.isFinite)) throw new ParamError('must be four numbers: xmin, ymin, xmax, ymax');
  if (Math.abs(xmin) > 180 || Math.abs(xmax) > 180) throw new ParamError('must have longitudes between -180 and 180');
  if (Math.abs(ymin) > 90 || Math.abs(ymax) > 90) throw new ParamError('must have latitudes between -90 and 90');
  if (ymin > ymax) throw new ParamError('must have ymin below ymax');
  return [
    [xmin, ymin],
    [xmax, ymax],
  ];
}

function toNumber(part: string): number {
  return part.trim() === '' ? Number.NaN : Number(part);
}

function fromJson(raw: string): number[] {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    throw new ParamError(notJson(raw, error));
  }
  if (Array.isArray(value)) return value.flat().map((part) => (typeof part === 'number' ? part : Number.NaN));
  if (typeof value === 'object' && value !== null) {
    const box = value as Record<string, unknown>;
    return [box.xmin, box.ymin, box.xmax, box.ymax].map((part) => (typeof part === 'number' ? part : Number.NaN));
  }
  return [Number.NaN];
}
