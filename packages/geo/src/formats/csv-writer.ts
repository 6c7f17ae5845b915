// Writes a layer as comma-separated text: points as x and y, other shapes as well-known text.
import type { Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import type { Position } from '../esri/geometry.ts';
import { isNumeric, numberText, textOf, type WrittenLayer } from './format-writer.ts';

/** The text of the file in pieces; UTF-8 with a mark, so that spreadsheets read letters right. */
export async function* writeCsv(layer: WrittenLayer): AsyncGenerator<string> {
  const taken = new Set(layer.fields.map((field) => field.name.toLowerCase()));
  const asPoints = layer.geometryType === 'esriGeometryPoint' && !layer.hasZ && !taken.has('x') && !taken.has('y');
  const places = layer.geometryType === null ? [] : asPoints ? ['x', 'y'] : [taken.has('wkt') ? 'wkt_geometry' : 'WKT'];
  yield `\uFEFF${[...places, ...layer.fields.map((field) => noFormula(field.name))].map(quoted).join(',')}\r\n`;
  for await (const rows of layer.rows()) {
    yield rows
      .map(({ wkb, values }) => {
        const shape = wkb === null || layer.geometryType === null ? null : readWkb(wkb);
        const place = places.length === 0 ? [] : asPoints ? pointCells(shape) : [shape === null ? '' : shapeToWkt(shape)];
        const cells = layer.fields.map((field, i) =>
          isNumeric(field) ? (textOf(values[i], field) ?? '') : noFormula(textOf(values[i], field) ?? ''),
        );
        return `${[...place, ...cells].map(quoted).join(',')}\r\n`;
      })
      .join('');
  }
}

function pointCells(shape: Shape | null): string[] {
  const position = shape?.kind === 'point' ? shape.position : null;
  return position === null || position === undefined ? ['', ''] : [numberText(position[0] as number), numberText(position[1] as number)];
}

/** Beginnings that make spreadsheets calculate a cell, however many apostrophes stand before. */
const FORMULA = /^'*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** A text that no spreadsheet takes for a formula: with an apostrophe before it, which `withoutMark` takes away again. */
export function noFormula(text: string): string {
  return FORMULA.test(text) && !(PLAIN_NUMBER.test(text) && text.length < 16 && !text.startsWith('+')) ? `'${text}` : text;
}

/** The text that `noFormula` marked; undefined when it is not marked. */
export function withoutMark(cell: string): string | undefined {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : undefined;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The well-known text of a shape. */
export function shapeToWkt(shape: Shape): string {
  const at = (position: Position): string =>
    position
      .slice(0, shape.hasZ ? 3 : 2)
      .map(numberText)
      .join(' ');
  const list = (positions: readonly Position[]): string => `(${positions.map(at).join(', ')})`;
  const lists = (parts: readonly Position[][]): string => `(${parts.map(list).join(', ')})`;
  const z = shape.hasZ ? ' Z' : '';
  switch (shape.kind) {
    case 'point':
      return shape.position === null ? 'POINT EMPTY' : `POINT${z} (${at(shape.position)})`;
    case 'multipoint':
      return shape.positions.length === 0
        ? 'MULTIPOINT EMPTY'
        : `MULTIPOINT${z} (${shape.positions.map((one) => `(${at(one)})`).join(', ')})`;
    case 'polyline':
      return shape.paths.length === 0 ? 'MULTILINESTRING EMPTY' : `MULTILINESTRING${z} ${lists(shape.paths)}`;
    case 'polygon':
      return shape.polygons.length === 0 ? 'MULTIPOLYGON EMPTY' : `MULTIPOLYGON${z} (${shape.polygons.map(lists).join(', ')})`;
  }
}
