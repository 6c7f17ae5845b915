// The icon of an item type, in the colour of its class.
import { itemType } from '@graticule/contract/item-types/classify';
import type { ItemType } from '@graticule/contract/item-types/item-type';
import {
  IconAppWindow,
  IconChartDonut,
  IconCube,
  IconFile,
  IconFileText,
  IconMap2,
  IconPackage,
  IconPhoto,
  IconStack2,
  IconTable,
  IconTool,
} from '@tabler/icons-react';
import { classColour } from './item-class.ts';

/** Decorative; the name of the type is always written too. */
export function TypeIcon({ type, size = 18 }: { type: string; size?: number }) {
  const record = itemType(type);
  const Icon = iconOf(record);
  return <Icon size={size} stroke={1.75} color={classColour(record)} aria-hidden />;
}

function iconOf(type: ItemType): typeof IconFile {
  if (type.filter === 'scenes') return IconCube;
  if (type.filter === 'tools') return IconTool;
  if (type.class === 'map') return IconMap2;
  if (type.class === 'layer') return IconStack2;
  if (type.class === 'app') return type.flags.includes('is-dashboard') ? IconChartDonut : IconAppWindow;
  if (type.name === 'Image') return IconPhoto;
  if (type.flags.includes('is-package')) return IconPackage;
  if (type.flags.includes('is-data')) return IconTable;
  if (type.flags.includes('is-document')) return IconFileText;
  return IconFile;
}
