// Makes packages/web/src/items/world-outline.ts: the land of the world as one small path for generated thumbnails.
// Source: Natural Earth 1:110m land (public domain) through the package world-atlas.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8'));
const land = feature(atlas, atlas.objects.land);
const geometries = land.type === 'FeatureCollection' ? land.features.map((f) => f.geometry) : [land.geometry];
const rings = geometries.flatMap((g) => (g.type === 'MultiPolygon' ? g.coordinates : [g.coordinates])).map((polygon) => polygon[0]);

const round = (value) => Math.round(value * 2) / 2;
let path = '';
for (const ring of rings) {
  const points = [];
  for (const [lon, lat] of ring) {
    const point = [round(lon + 180), round(90 - lat)];
    const last = points.at(-1);
    if (!last || Math.hypot(last[0] - point[0], last[1] - point[1]) >= 1) points.push(point);
  }
  const area =
    Math.abs(points.reduce((sum, [x, y], i) => sum + x * points[(i + 1) % points.length][1] - points[(i + 1) % points.length][0] * y, 0)) /
    2;
  if (points.length < 4 || area < 3) continue;
  let [px, py] = points[0];
  path += `M${px} ${py}l`;
  path += points
    .slice(1)
    .map(([x, y]) => {
      const step = `${trim(x - px)} ${trim(y - py)}`;
      [px, py] = [x, y];
      return step;
    })
    .join(' ');
  path += 'z';
}
function trim(value) {
  return String(round(value)).replace(/^(-?)0\./, '$1.');
}
path = path.replaceAll(' -', '-');
writeFileSync(
  new URL('../packages/web/src/items/world-outline.ts', import.meta.url),
  `// The land of the world for generated thumbnails; made by tools/make-world-outline.mjs from Natural Earth (public domain).

/** SVG path in a plane of 360 by 180: x is longitude + 180, y is 90 - latitude. */
// biome-ignore format: generated
export const WORLD_OUTLINE = '${path}';
`,
);
console.log(`${path.length} characters`);
