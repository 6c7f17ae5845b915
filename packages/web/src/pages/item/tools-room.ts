// What stands before the rows of a table, and so how much room it takes before there are any.
import type { LayerInfo } from '@graticule/contract/services/layer';

export interface ToolsRoom {
  /** There is a box. */
  isChoosable: boolean;
  buttons: number;
  /** On narrow screens one menu stands for the buttons. */
  hasMenu: boolean;
}

/** @param related how many layers have rows that belong to rows of this one: one button leads to all of them */
export function toolsRoom(layer: LayerInfo, related: number, isChoosable: boolean): ToolsRoom {
  const own = (layer.geometryType ? 1 : 0) + (layer.hasAttachments === true ? 1 : 0);
  return { isChoosable, buttons: own + (related > 0 ? 1 : 0), hasMenu: own + related > 1 };
}

export function hasAny({ isChoosable, buttons }: ToolsRoom): boolean {
  return isChoosable || buttons > 0;
}
