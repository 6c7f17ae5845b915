// Saves a map as an item: the document, where it lies, and a picture of it.
import type { ItemExtent } from '@graticule/contract/content/extent';
import type { Item } from '@graticule/contract/content/item';
import { addItem, addItemToFolder } from '@graticule/contract/content/user-content';
import { updateItem } from '@graticule/contract/content/user-items';
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type { WebMap } from '@graticule/contract/documents/web-map';
import { setViewpoint } from '@graticule/contract/documents/web-map-edit';
import { call } from '../api/call.ts';
import type { MapEngine } from '../map/engine.ts';

/** What a person says about a map. */
export interface MapDetails {
  title: string;
  snippet: string;
  tags: string[];
  /** Id of a folder, or nothing for the root. */
  folder?: string;
}

const PICTURE = { width: 600, height: 400 } as const;

/** The document as it is saved: it opens at what is on the screen. */
export const withView = (document: WebMap, engine: MapEngine): WebMap => setViewpoint(document, withinWorld(engine.camera.bounds()));

/** Longitudes run on when the world is shown several times. */
export function withinWorld([[west, south], [east, north]]: Bounds): Bounds {
  if (east - west >= 360)
    return [
      [-180, Math.max(-85, south)],
      [180, Math.min(85, north)],
    ];
  const wrap = (x: number): number => ((((x + 180) % 360) + 360) % 360) - 180;
  const round = (value: number): number => Math.round(value * 1e6) / 1e6;
  return [
    [round(wrap(west)), round(Math.max(-85, south))],
    [round(wrap(east)), round(Math.min(85, north))],
  ];
}

function extentOf(engine: MapEngine): ItemExtent {
  const [[west, south], [east, north]] = withinWorld(engine.camera.bounds());
  return [
    [west, south],
    [east, north],
  ];
}

async function pictureOf(engine: MapEngine): Promise<Blob | undefined> {
  const blob = await engine.picture(PICTURE.width, PICTURE.height);
  return blob ? new File([blob], 'map.png', { type: 'image/png' }) : undefined;
}

/** Saves changes of a map that has an item; gives the document as saved. */
export async function saveMap(item: Item, document: WebMap, engine: MapEngine): Promise<WebMap> {
  const saved = withView(document, engine);
  await call(updateItem, {
    username: item.owner,
    id: item.id,
    text: JSON.stringify(saved),
    extent: extentOf(engine),
    thumbnail: await pictureOf(engine),
  });
  return saved;
}

/** Saves the map as a new item of the person; gives its id and the document as saved. */
export async function saveMapAs(
  username: string,
  details: MapDetails,
  document: WebMap,
  engine: MapEngine,
): Promise<{ id: string; document: WebMap }> {
  const saved = withView(document, engine);
  const { title, snippet, tags, folder } = details;
  const input = {
    username,
    title,
    snippet,
    tags,
    type: 'Web Map',
    text: JSON.stringify(saved),
    extent: extentOf(engine),
    thumbnail: await pictureOf(engine),
  };
  const { id } = folder ? await call(addItemToFolder, { ...input, folder }) : await call(addItem, input);
  return { id, document: saved };
}
