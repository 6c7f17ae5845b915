// The globe of the home page: coastlines and graticule in thin lines, rising over the lower edge.
import { useMemo } from 'react';
import { WORLD_OUTLINE } from '../../items/world-outline.ts';

const RADIUS = 560;
const CENTRE = { x: 600, y: 640 };
/** The point of the earth under the middle of the globe. */
const VIEW = { lon: 0.32, lat: 0.62 };

/** Decorative; drawn in the current colour. */
export function HeroGlobe({ className }: { className?: string }) {
  const { coast, lines } = useMemo(drawGlobe, []);
  return (
    <svg className={className} viewBox="0 0 1200 640" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor">
        <circle cx={CENTRE.x} cy={CENTRE.y} r={RADIUS} strokeWidth="1.4" opacity="0.55" />
        <path d={lines} strokeWidth="0.8" opacity="0.38" />
        <path d={coast} strokeWidth="1.1" opacity="0.8" strokeLinejoin="round" />
      </g>
    </svg>
  );
}

function drawGlobe(): { coast: string; lines: string } {
  let lines = '';
  for (let lon = -180; lon < 180; lon += 15) lines += visible(Array.from({ length: 57 }, (_, i) => [lon, -84 + i * 3]));
  for (let lat = -75; lat <= 75; lat += 15) lines += visible(Array.from({ length: 121 }, (_, i) => [-180 + i * 3, lat]));
  return { coast: outlineRings().map(visible).join(''), lines };
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
      return [...ring, ...ring.slice(0, 1)];
    });
}

/** The stretches of a line on the near side, in the orthographic projection. */
function visible(line: readonly (readonly number[])[]): string {
  let path = '';
  let isDrawing = false;
  for (const [lon = 0, lat = 0] of line) {
    const l = (lon * Math.PI) / 180 - VIEW.lon;
    const p = (lat * Math.PI) / 180;
    const depth = Math.sin(VIEW.lat) * Math.sin(p) + Math.cos(VIEW.lat) * Math.cos(p) * Math.cos(l);
    const x = CENTRE.x + RADIUS * Math.cos(p) * Math.sin(l);
    const y = CENTRE.y - RADIUS * (Math.cos(VIEW.lat) * Math.sin(p) - Math.sin(VIEW.lat) * Math.cos(p) * Math.cos(l));
    if (depth <= 0 || y > 660) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDrawing = true;
  }
  return path;
}
