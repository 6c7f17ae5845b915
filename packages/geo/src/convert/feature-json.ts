// Features as JSON, GeoJSON or Esri, straight from binary rows.
import { type BinaryRow, type CellKind, GUID_LENGTH } from './binary-row.ts';
import { JsonBytes, type Label, labelOf } from './json-bytes.ts';
import { JsonGeometry, type JsonGeometryOptions } from './json-geometry.ts';

/** The columns of the rows: the object id first, then the fields, then the geometry where there is one, then the centroid's x and y. */
export interface FeatureJsonOptions {
  /** Names of the fields, in the order of the columns after the object id. */
  names: readonly string[];
  geometry: JsonGeometryOptions;
  hasGeometry: boolean;
  hasCentroid: boolean;
}

const OBJECT_END = 125;
const COMMA = 44;
const QUOTE = 34;
const NULL = labelOf('null');
const TRUE = labelOf('true');
const FALSE = labelOf('false');
/** What stands between the parts of a feature. */
const FEATURE_ID = labelOf('{"type":"Feature","id":');
const GEOMETRY = labelOf(',"geometry":');
const PROPERTIES = labelOf(',"properties":{');
const ATTRIBUTES = labelOf('{"attributes":{');

/** Collects features, with commas between them. */
export class FeatureJson {
  readonly out: JsonBytes;
  /** Features written. */
  count = 0;
  private readonly options: FeatureJsonOptions;
  private readonly geometry: JsonGeometry;
  /** `"name":`, from the second on with a comma in front. */
  private readonly labels: Label[];
  private kinds: readonly CellKind[] = [];

  /** Features are added to what `out` holds. */
  constructor(options: FeatureJsonOptions, out = new JsonBytes(1 << 16)) {
    this.options = options;
    this.out = out;
    this.geometry = new JsonGeometry(this.out, options.geometry);
    this.labels = options.names.map((name, index) => labelOf(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`));
  }

  /** Says how the columns are to be read, before the first row. */
  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  /** Adds a feature. */
  add(row: BinaryRow): void {
    const { out, options } = this;
    if (this.count++ > 0) out.byte(COMMA);
    const geometryAt = options.names.length + 1;
    if (options.geometry.form === 'geojson') {
      out.label(FEATURE_ID);
      out.number(row.integer(0));
      out.label(GEOMETRY);
      this.writeGeometry(row, geometryAt);
      out.label(PROPERTIES);
      this.writeAttributes(row);
    } else {
      out.label(ATTRIBUTES);
      this.writeAttributes(row);
      if (options.hasGeometry) {
        out.label(GEOMETRY);
        this.writeGeometry(row, geometryAt);
      }
      if (options.hasCentroid) this.writeCentroid(row, geometryAt + (options.hasGeometry ? 1 : 0));
    }
    out.byte(OBJECT_END);
  }

  private writeGeometry(row: BinaryRow, column: number): void {
    if (!this.options.hasGeometry || row.isNull(column)) this.out.label(NULL);
    else this.geometry.write(row.view, row.starts[column] as number, row.lengths[column] as number);
  }

  private writeCentroid(row: BinaryRow, column: number): void {
    if (row.isNull(column)) return;
    this.out.ascii(',"centroid":{"x":');
    this.out.number(row.double(column));
    this.out.ascii(',"y":');
    this.out.number(row.double(column + 1));
    this.out.byte(OBJECT_END);
  }

  private writeAttributes(row: BinaryRow): void {
    const { out, labels } = this;
    for (let i = 0; i < labels.length; i++) {
      out.label(labels[i] as Label);
      this.writeValue(row, i + 1);
    }
    out.byte(OBJECT_END);
  }

  private writeValue(row: BinaryRow, column: number): void {
    const { out } = this;
    if (row.isNull(column)) {
      out.label(NULL);
      return;
    }
    switch (this.kinds[column]) {
      case 'integer':
        out.number(row.integer(column));
        break;
      case 'double':
        out.number(row.double(column));
        break;
      case 'timestamp':
        out.number(row.timestamp(column));
        break;
      case 'text':
        out.utf8(row.view, row.starts[column] as number, row.lengths[column] as number);
        break;
      case 'uuid':
        out.reserve(GUID_LENGTH + 2);
        out.byte(QUOTE);
        row.guid(column, out.bytes, out.length);
        out.length += GUID_LENGTH;
        out.byte(QUOTE);
        break;
      case 'boolean':
        out.label(row.boolean(column) ? TRUE : FALSE);
        break;
      default:
        out.label(NULL);
    }
  }
}
