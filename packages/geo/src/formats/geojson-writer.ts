// Writes a layer as GeoJSON in longitude and latitude.
import { wkbToGeoJson } from '../convert/geojson.ts';
import { textOf, type WrittenLayer } from './format-writer.ts';

/** The text of the file in pieces. */
export async function* writeGeoJson(layer: WrittenLayer): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","name":${JSON.stringify(layer.name)},"features":[`;
  let first = true;
  for await (const rows of layer.rows()) {
    const lines = rows.map(({ wkb, values }) => {
      const properties = Object.fromEntries(
        layer.fields.map((field, i) => [field.name, field.type === 'esriFieldTypeDate' ? textOf(values[i], field) : (values[i] ?? null)]),
      );
      return JSON.stringify({ type: 'Feature', geometry: wkb === null ? null : wkbToGeoJson(wkb), properties });
    });
    if (lines.length === 0) continue;
    yield `${first ? '\n' : ',\n'}${lines.join(',\n')}`;
    first = false;
  }
  yield '\n]}\n';
}
