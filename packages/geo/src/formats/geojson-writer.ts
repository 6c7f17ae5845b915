// Writes a layer as GeoJSON in longitude and latitude.
import type { BinaryRow, CellKind } from '../convert/binary-row.ts';
import { JsonBytes } from '../convert/json-bytes.ts';
import { JsonGeometry } from '../convert/json-geometry.ts';
import { WEB_MERCATOR } from '../project/spatial-reference.ts';
import type { EncodedLayer, RowEncoder } from './format-writer.ts';

const encoder = new TextEncoder();

/** The bytes of the file in pieces. */
export async function* writeGeoJson(layer: EncodedLayer): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`{"type":"FeatureCollection","name":${JSON.stringify(layer.name)},"features":[\n`);
  yield* layer.encoded(new GeoJsonRows(layer));
  yield encoder.encode('\n]}\n');
}

/** Features, a line each. */
class GeoJsonRows implements RowEncoder {
  /** Degrees are computed while they are written. */
  readonly srid = WEB_MERCATOR;
  private readonly out = new JsonBytes(1 << 16);
  private readonly geometry: JsonGeometry;
  /** `"name":`, from the second on with a comma in front. */
  private readonly labels: Uint8Array[];
  private readonly hasGeometry: boolean;
  private kinds: readonly CellKind[] = [];
  private count = 0;

  constructor(layer: Omit<EncodedLayer, 'encoded'>) {
    this.geometry = new JsonGeometry(this.out, { form: 'geojson', z: layer.hasZ, toDegrees: true });
    this.hasGeometry = layer.geometryType !== null;
    this.labels = layer.fields.map(({ name }, i) => encoder.encode(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`));
  }

  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  add(row: BinaryRow): void {
    const { out, labels } = this;
    const shape = labels.length + 1;
    out.ascii(this.count++ === 0 ? '{"type":"Feature","geometry":' : ',\n{"type":"Feature","geometry":');
    if (!this.hasGeometry || row.isNull(shape)) out.ascii('null');
    else this.geometry.write(row.view, row.starts[shape] as number, row.lengths[shape] as number);
    out.ascii(',"properties":{');
    for (let i = 0; i < labels.length; i++) {
      out.raw(labels[i] as Uint8Array);
      this.value(row, i + 1);
    }
    out.ascii('}}');
  }

  take(): Uint8Array {
    const bytes = this.out.written().slice();
    this.out.length = 0;
    return bytes;
  }

  private value(row: BinaryRow, column: number): void {
    const { out } = this;
    const kind = row.isNull(column) ? undefined : this.kinds[column];
    if (kind === 'integer') out.number(row.integer(column));
    else if (kind === 'double') out.number(row.double(column));
    else if (kind === 'text') out.utf8(row.view, row.starts[column] as number, row.lengths[column] as number);
    else if (kind === 'timestamp') out.json(isoMoment(row.timestamp(column)));
    else out.ascii('null');
  }
}

/** A moment in ISO form with the milliseconds; null for none. */
export function isoMoment(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
