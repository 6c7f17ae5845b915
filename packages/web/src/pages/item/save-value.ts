// Saves one value of a row, unless somebody else changed it since it was read.
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import type { CellValue } from '../../features/cell-text.ts';
import { editAsSeen } from '../../features/edit-as-seen.ts';

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

/** What others change beside the value, also between the look at the row and the edit, stays as they wrote it. @throws ChangedMeanwhile, ApiError */
export async function saveValue(service: string, layer: LayerInfo, objectId: number, typed: TypedValue): Promise<void> {
  const { field, value, before } = typed;
  const check = (row: WireFeature | undefined) => {
    const now = row === undefined ? undefined : (row.attributes[field.name] ?? null);
    // What stands there already needs no question.
    if (now === undefined || (now !== (before ?? null) && now !== value)) throw new ChangedMeanwhile(typed, now);
  };
  const look = { outFields: field.name, returnGeometry: false };
  await editAsSeen({ service, layer }, objectId, { look, check, edit: { change: { attributes: { [field.name]: value } } } });
}
