// The globe of the home page: land, sea and graticule, seen from above the Mediterranean.
import { useMemo } from 'react';
import { WORLD_OUTLINE } from '../../items/world-outline.ts';
import classes from './HeroGlobe.module.css';

const RADIUS = 490;
const MIDDLE = 500;
/** The point of the earth under the middle of the globe, in radians. */
const VIEW = { lon: 0.3, lat: 0.42 };

/** Decorative. */
export function HeroGlobe({ className }: { className?: string }) {
  const { land, lines } = useMemo(drawGlobe, []);
  return (
    <svg className={`${classes.globe} ${className ?? ''}`} viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
      <circle className={classes.sea} cx={MIDDLE} cy={MIDDLE} r={RADIUS} />
      <path className={classes.land} d={land} />
      <path className={classes.lines} d={lines} />
      <circle className={classes.limb} cx={MIDDLE} cy={MIDDLE} r={RADIUS} />
    </svg>
  );
}

function drawGlobe(): { land: string; lines: string } {
  let lines = '';
  for (let lon = -180; lon < 180; lon += 15) lines += visibleLine(Array.from({ length: 57 }, (_, i) => [lon, -84 + i * 3]));
  for (let lat = -75; lat <= 75; lat += 15) lines += visibleLine(Array.from({ length: 121 }, (_, i) => [-180 + i * 3, lat]));
  return { land: outlineRings().map(visibleArea).join(''), lines };
}

/** The rings of the outline in degrees; the path is `M x y l dx dy …z` for each. */
function outlineRings(): number[][][] {
  return WORLD_OUTLINE.split('z')
    .filter(Boolean)
    .map((part) => {
      const numbers = (part.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
      let [x = 0, y = 0] = numbers;
      const ring = [[x - 180, 90 - y]];
      for (let i = 2; i + 1 < numbers.length; i += 2) {
        x += numbers[i] ?? 0;
        y += numbers[i + 1] ?? 0;
        ring.push([x - 180, 90 - y]);
      }
      return ring;
    });
}

/** Orthographic projection: plane coordinates from -1 to 1, and how far in front of the limb the point lies. */
function project([lon = 0, lat = 0]: readonly number[]): { x: number; y: number; depth: number } {
  const l = (lon * Math.PI) / 180 - VIEW.lon;
  const p = (lat * Math.PI) / 180;
  return {
    x: Math.cos(p) * Math.sin(l),
    y: Math.cos(VIEW.lat) * Math.sin(p) - Math.sin(VIEW.lat) * Math.cos(p) * Math.cos(l),
    depth: Math.sin(VIEW.lat) * Math.sin(p) + Math.cos(VIEW.lat) * Math.cos(p) * Math.cos(l),
  };
}

const place = (x: number, y: number): string => `${(MIDDLE + RADIUS * x).toFixed(1)} ${(MIDDLE - RADIUS * y).toFixed(1)}`;

/** The stretches of a line on the near side. */
function visibleLine(line: readonly (readonly number[])[]): string {
  let path = '';
  let isDrawing = false;
  for (const point of line) {
    const { x, y, depth } = project(point);
    if (depth > 0) path += `${isDrawing ? 'L' : 'M'}${place(x, y)}`;
    isDrawing = depth > 0;
  }
  return path;
}

/** A ring with its far side drawn in to the limb; nothing when all of it is far. */
function visibleArea(ring: readonly (readonly number[])[]): string {
  const points = ring.map(project);
  if (!points.some(({ depth }) => depth > 0)) return '';
  const path = points.map(({ x, y, depth }) => {
    const out = depth > 0 ? 1 : 1 / Math.hypot(x, y);
    return place(x * out, y * out);
  });
  return `M${path.join('L')}z`;
}
