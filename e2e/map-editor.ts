// Steps with the editor of the map viewer, and a layer to edit.
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ADA } from './people.ts';
import type { Rest } from './rest.ts';

const DEGREES = { wkid: 4326 };
const FIELDS = [
  { name: 'name', alias: 'Name', type: 'esriFieldTypeString', length: 30, nullable: false },
  { name: 'height', alias: 'Height', type: 'esriFieldTypeDouble', domain: { type: 'range', name: 'h', range: [0, 60] } },
  { name: 'seen', alias: 'Last seen', type: 'esriFieldTypeDate' },
];
const TREE = { name: 'Young tree', prototype: { attributes: { height: 2 } } };

/** A park of trees and beds. */
export interface Park {
  itemId: string;
  /** Of the service. */
  name: string;
  /** Calls of its service. */
  features(layer: number, operation: string, params: Record<string, string | object>): ReturnType<Rest['post']>;
}

/** A service with a layer of points and one of areas, each with a feature. */
export async function plantPark(admin: Rest, called = 'Park'): Promise<Park> {
  const createParameters = { name: called, capabilities: 'Query,Editing' };
  const { itemId, name } = await admin.post(`content/users/${ADA.username}/createService`, { createParameters });
  const trees = { name: 'Trees', geometryType: 'esriGeometryPoint', spatialReference: DEGREES, fields: FIELDS, templates: [TREE] };
  const beds = { name: 'Beds', geometryType: 'esriGeometryPolygon', spatialReference: DEGREES, fields: FIELDS };
  // services stand beside the sharing interface
  await admin.post(`../../rest/admin/services/Hosted/${name}/FeatureServer/addToDefinition`, {
    addToDefinition: { layers: [trees, beds] },
  });
  const features: Park['features'] = (layer, operation, params) =>
    admin.post(`../../rest/services/Hosted/${name}/FeatureServer/${layer}/${operation}`, params);
  await features(0, 'addFeatures', {
    features: [
      [9, 49],
      [12, 52],
    ].map(([x, y], i) => ({ attributes: { name: `Oak ${i + 1}`, height: 10 }, geometry: { x, y, spatialReference: DEGREES } })),
  });
  return { itemId, name, features };
}

/** Steps with the panel and the map. */
export class Editor {
  readonly page: Page;
  readonly panel: Locator;
  readonly map: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('complementary', { name: 'Edit features' });
    this.map = page.locator('canvas.maplibregl-canvas');
  }

  /** A place on the map, as shares of its width and height. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.map.boundingBox();
    if (!box) throw new Error('the map is on the page');
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  /** Opens a feature of the first layer by a click on it: the map shows its surroundings, with the feature in the middle. */
  async choose(park: Park, [x, y]: [number, number], name: string): Promise<void> {
    await this.open(park, [x - 0.1, y - 0.1, x + 0.1, y + 0.1].join(','));
    await expect(async () => {
      const middle = await this.at(0.5, 0.5);
      await this.page.mouse.click(middle.x, middle.y);
      await expect(this.panel.getByRole('heading', { name: `Change: ${name}` })).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(this.page.locator('[data-sketch="reshape"]')).toBeVisible();
  }

  async clickFor(x: number, y: number, vertices: string): Promise<void> {
    const place = await this.at(x, y);
    await this.page.mouse.click(place.x, place.y);
    await expect(this.panel.getByText(vertices, { exact: true })).toBeVisible();
  }

  async save(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** Opens the map of a park with the panel, over a part of the world, and waits until it offers what can be added. */
  async open(park: Park, extent: string): Promise<void> {
    await this.page.goto(`/home/webmap/viewer.html?layers=${park.itemId}&edit=1&extent=${extent}`);
    await expect(this.button('Add: Young tree')).toBeVisible({ timeout: 60_000 });
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }
}
