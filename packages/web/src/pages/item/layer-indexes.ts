// The indexes of a layer as its description lists them.
import type { LayerInfo } from '@graticule/contract/services/layer';

/** `fields` has names with commas. */
export interface LayerIndex {
  name: string;
  fields: string;
  isAscending?: boolean;
  isUnique?: boolean;
  description?: string;
}

/** The name that descriptions have for the geometry, which is in no list of fields. */
const SHAPE = 'SHAPE';

const namesIn = ({ fields }: LayerIndex): string[] => fields.split(',').map((name) => name.trim());

/** The words that people see for the fields of an index. */
export function wordsOfFields(index: LayerIndex, { fields }: Pick<LayerInfo, 'fields'>, shape: string): string[] {
  return namesIn(index).map((name) => fields.find((field) => field.name === name)?.alias ?? (name === SHAPE ? shape : name));
}

/** Whether somebody asked for it: the others come with every layer and stay. */
export function isOwnIndex(index: LayerIndex, layer: Pick<LayerInfo, 'objectIdField' | 'globalIdField' | 'keyField'>): boolean {
  const { objectIdField, globalIdField, keyField } = layer;
  const builtIn = [
    `PK_${objectIdField}`,
    `${globalIdField}_Index`,
    `${SHAPE}_Index`,
    ...(keyField === undefined ? [] : [`key_${keyField}`]),
  ];
  return !builtIn.includes(index.name);
}
