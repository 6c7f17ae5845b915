// Makes packages/web/src/items/world-outline.ts: the land of the world as one small path for generated thumbnails.
// Source: Natural Earth 1:110m land (public domain) through the package world-atlas.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8'));
const land = feature(atlas, atlas.objects.land);
const geometries = land.type === 'FeatureCollection' ? land.features.map((f) => f.geometry) : [land.geometry];
const rings = geometries
  .flatMap((g) => (g.type === 'MultiPolygon' ? g.coordinates : [g.coordinates]))
  .map((polygon) => polygon[0])
  .flatMap(withinWorld);

/** The ring in pieces that do not cross the 180th meridian; the ring around the pole is closed along the edge of the plane. */
function withinWorld(ring) {
  let turns = 0;
  const unwrapped = ring.map(([lon, lat], i) => {
    const jump = i === 0 ? 0 : lon - ring[i - 1][0];
    if (Math.abs(jump) > 180) turns -= Math.sign(jump);
    return [lon + turns * 360, lat];
  });
  if (turns !== 0) {
    const at = ring.findIndex(([lon], i) => i > 0 && Math.abs(lon - ring[i - 1][0]) > 180);
    const edge = 180 * Math.sign(ring[at - 1][0]);
    return [[...ring.slice(0, at), [edge, ring[at - 1][1]], [edge, -90], [-edge, -90], [-edge, ring[at][1]], ...ring.slice(at)]];
  }
  const pieces = [-360, 0, 360].map((shift) =>
    clip(
      clip(
        unwrapped.map(([lon, lat]) => [lon + shift, lat]),
        180,
        1,
      ),
      -180,
      -1,
    ),
  );
  return pieces.filter((piece) => piece.length > 3);
}

/** What of a ring lies on one side of a meridian: below it with 1, above it with -1. */
function clip(ring, meridian, side) {
  const isInside = ([lon]) => (meridian - lon) * side >= 0;
  return ring.flatMap((point, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    const crossing =
      isInside(point) === isInside(before)
        ? []
        : [[meridian, before[1] + ((meridian - before[0]) / (point[0] - before[0])) * (point[1] - before[1])]];
    return isInside(point) ? [...crossing, point] : crossing;
  });
}

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
