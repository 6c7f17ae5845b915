// What people know a feature by.
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { cellText } from '../../features/cell-text.ts';
import { fieldInRow } from '../../features/subtypes.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';

/** Gives the value of the display field, or the number of the feature. */
export function useFeatureName(): (layer: LayerInfo, feature: WireFeature) => string {
  const t = useTranslate();
  const format = useFormat();
  return (layer, { attributes }) => {
    const field = layer.fields.find(({ name }) => name === layer.displayField);
    const name = field && cellText(attributes[field.name], fieldInRow(layer, field, attributes), format);
    return name || t('edit.number', { id: String(attributes[layer.objectIdField] ?? '') });
  };
}
