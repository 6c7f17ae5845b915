// Saves one value of a row, unless somebody else changed it since it was read.
import { queryLayer, updateFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { CellValue } from '../../features/cell-text.ts';

/** A value as it was typed. */
export interface TypedValue {
  field: WireField;
  /** As it was when typing began. */
  before: CellValue;
  value: string | number | null;
}

/** The value is another one now, or its row is gone. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly typed: TypedValue;
  /** What stands there now; undefined when the row is gone. */
  readonly now: CellValue;

  constructor(typed: TypedValue, now: CellValue) {
    super('Somebody else changed the value.');
    this.typed = typed;
    this.now = now;
  }
}

/** Between the look and the change another may still slip in: then the later one counts, as in every client. @throws ChangedMeanwhile, ApiError */
export async function saveValue(service: string, layer: LayerInfo, objectId: number, typed: TypedValue): Promise<void> {
  const { field, value, before } = typed;
  const address = { service, layer: String(layer.id) };
  const query = { ...address, objectIds: String(objectId), outFields: field.name, returnGeometry: false };
  const { features: found = [] } = await call(queryLayer, query);
  const [row] = found;
  const now = row === undefined ? undefined : (row.attributes[field.name] ?? null);
  // What stands there already needs no question.
  if (now === undefined || (now !== (before ?? null) && now !== value)) throw new ChangedMeanwhile(typed, now);
  const features = [{ attributes: { [layer.objectIdField]: objectId, [field.name]: value } }];
  const { updateResults } = await call(updateFeatures, { ...address, features });
  const [result] = updateResults;
  if (!result?.success) throw new ApiError(result?.error?.code ?? 400, result?.error?.description ?? '');
}
