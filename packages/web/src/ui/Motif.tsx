// The graticule: thin curved parallels and meridians, the portal's one ornament.
import { useId } from 'react';

interface Props {
  className?: string;
  /** Meridians between the edges of the globe. */
  meridians?: number;
  parallels?: number;
}

/** Half a globe rising from the bottom edge; drawn in the current colour, decorative only. */
export function Motif({ className, meridians = 15, parallels = 9 }: Props) {
  const fade = useId();
  return (
    <svg className={className} viewBox="0 0 1200 420" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="1" />
          <stop offset="0.75" stopColor="#fff" stopOpacity="0.55" />
          <stop offset="1" stopColor="#fff" stopOpacity="0.1" />
        </linearGradient>
        <mask id={`${fade}m`}>
          <rect width="1200" height="420" fill={`url(#${fade})`} />
        </mask>
      </defs>
      <g fill="none" stroke="currentColor" strokeWidth="1" mask={`url(#${fade}m)`}>
        {globeLines(600, 640, 590, meridians, parallels).map((d, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <path key={i} d={d} vectorEffect="non-scaling-stroke" />
        ))}
      </g>
    </svg>
  );
}

/** Lines of an orthographic globe seen from 24 degrees north. */
function globeLines(cx: number, cy: number, radius: number, meridians: number, parallels: number): string[] {
  const lines = [`M${cx - radius} ${cy}A${radius} ${radius} 0 0 1 ${cx + radius} ${cy}`];
  const project = (lon: number, lat: number): [number, number, number] => {
    const tilt = (24 * Math.PI) / 180;
    const x = Math.cos(lat) * Math.sin(lon);
    const y = Math.sin(lat) * Math.cos(tilt) - Math.cos(lat) * Math.cos(lon) * Math.sin(tilt);
    const depth = Math.sin(lat) * Math.sin(tilt) + Math.cos(lat) * Math.cos(lon) * Math.cos(tilt);
    return [cx + radius * x, cy - radius * y, depth];
  };
  for (let i = 0; i < meridians; i++) {
    const lon = (i / meridians) * Math.PI * 2 + 0.12;
    lines.push(...run(48, (t) => project(lon, -0.4 + t * (Math.PI / 2 + 0.4))));
  }
  for (let i = 0; i < parallels; i++) {
    const lat = -0.3 + (i / parallels) * 1.75;
    lines.push(...run(96, (t) => project(t * Math.PI * 2 - Math.PI, lat)));
  }
  return lines;
}

/** The visible stretches of a line, as paths. */
function run(steps: number, at: (t: number) => [number, number, number]): string[] {
  const paths: string[] = [];
  let path = '';
  for (let i = 0; i <= steps; i++) {
    const [x, y, depth] = at(i / steps);
    if (depth < 0) {
      if (path) paths.push(path);
      path = '';
    } else {
      path += `${path ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
  }
  if (path) paths.push(path);
  return paths;
}
