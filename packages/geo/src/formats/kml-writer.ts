// Writes layers as KML, each a folder, with typed data.
import type { Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import type { Position } from '../esri/geometry.ts';
import { type FormedType, isFormed } from './field-text.ts';
import { isUnwritable, textOf, type WrittenField, type WrittenLayer, type WrittenRow, xmlEscaped } from './format-writer.ts';

/** Words for types that KML has not; programs that do not know them take the values for texts. */
export const KML_TYPES: Readonly<Record<FormedType, string>> = {
  esriFieldTypeDateOnly: 'dateOnly',
  esriFieldTypeTimeOnly: 'timeOnly',
  esriFieldTypeTimestampOffset: 'timestampOffset',
  esriFieldTypeGUID: 'guid',
};

/** The text of the file in pieces; `lost` hears of each text with signs that XML cannot hold, which are left out. */
export async function* writeKml(name: string, layers: readonly WrittenLayer[], lost: () => void = () => undefined): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlEscaped(name)}</name>\n`;
  for (const [index, layer] of layers.entries()) yield schema(layer, index);
  for (const [index, layer] of layers.entries()) {
    if (layers.length > 1) yield `<Folder><name>${xmlEscaped(layer.name)}</name>\n`;
    for await (const rows of layer.rows()) yield rows.map((row) => placemark(layer, row, { index, lost })).join('');
    if (layers.length > 1) yield '</Folder>\n';
  }
  yield '</Document></kml>\n';
}

function schema(layer: WrittenLayer, index: number): string {
  const fields = layer.fields.map((field) => {
    const [start, title] = [`<SimpleField name="${xmlEscaped(field.name)}" type="${kindOf(field)}"`, field.alias];
    // Programs show it in the place of the name; markup in it would be taken for how it looks.
    const isTold = title !== undefined && title !== field.name && !title.includes('<');
    return isTold ? `${start}><displayName>${xmlEscaped(title)}</displayName></SimpleField>` : `${start}/>`;
  });
  return `<Schema name="${xmlEscaped(layer.name)}" id="s${index}">${fields.join('')}</Schema>\n`;
}

function kindOf(field: WrittenField): string {
  // KML has no type for dates: readers judge what is not said to be text.
  if (field.type === 'esriFieldTypeDate') return 'date';
  if (isFormed(field.type)) return KML_TYPES[field.type];
  switch (field.type) {
    case 'esriFieldTypeSmallInteger':
      return 'short';
    case 'esriFieldTypeInteger':
      return 'int';
    case 'esriFieldTypeSingle':
      return 'float';
    // A word for whole numbers of more than 32 bits is missing, and programs cut those that are called `int`; doubles hold every digit of them.
    case 'esriFieldTypeBigInteger':
    case 'esriFieldTypeDouble':
      return 'double';
    default:
      return 'string';
  }
}

function placemark(layer: WrittenLayer, { wkb, values }: WrittenRow, { index, lost }: { index: number; lost: () => void }): string {
  const data = layer.fields.flatMap((field, i) => {
    const text = textOf(values[i], field);
    if (text !== null && isUnwritable(text)) lost();
    return text === null ? [] : [`<SimpleData name="${xmlEscaped(field.name)}"${spaceOf(text)}>${xmlEscaped(text)}</SimpleData>`];
  });
  const named = layer.fields.findIndex((field) => field.name === layer.displayField);
  const field = layer.fields[named];
  const name = field === undefined ? null : textOf(values[named], field);
  const title = name === null ? '' : `<name>${xmlEscaped(name)}</name>`;
  const extended = `<ExtendedData><SchemaData schemaUrl="#s${index}">${data.join('')}</SchemaData></ExtendedData>`;
  return `<Placemark>${title}${extended}${wkb === null ? '' : geometry(readWkb(wkb))}</Placemark>\n`;
}

/** Readers take lines and spaces around a text for its layout, unless they are told otherwise. */
function spaceOf(text: string): string {
  const words = text.trim();
  return words !== text && (words === '' || text.includes('\n')) ? ' xml:space="preserve"' : '';
}

const coordinates = (positions: readonly Position[], hasZ: boolean): string =>
  `<coordinates>${positions.map((position) => position.slice(0, hasZ ? 3 : 2).join(',')).join(' ')}</coordinates>`;

function geometry(shape: Shape): string {
  const { hasZ } = shape;
  const height = hasZ ? '<altitudeMode>absolute</altitudeMode>' : '';
  const many = (parts: readonly string[]): string =>
    parts.length === 1 ? (parts[0] ?? '') : parts.length === 0 ? '' : `<MultiGeometry>${parts.join('')}</MultiGeometry>`;
  const point = (position: Position): string => `<Point>${height}${coordinates([position], hasZ)}</Point>`;
  const ring = (positions: readonly Position[]): string => `<LinearRing>${coordinates(positions, hasZ)}</LinearRing>`;
  switch (shape.kind) {
    case 'point':
      return shape.position === null ? '' : point(shape.position);
    case 'multipoint':
      return shape.positions.length === 0 ? '' : `<MultiGeometry>${shape.positions.map(point).join('')}</MultiGeometry>`;
    case 'polyline':
      return many(shape.paths.map((path) => `<LineString>${height}${coordinates(path, hasZ)}</LineString>`));
    case 'polygon':
      return many(
        shape.polygons.map(([outer = [], ...holes]) => {
          const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('');
          return `<Polygon>${height}<outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
        }),
      );
  }
}
