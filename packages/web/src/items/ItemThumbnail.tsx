// The picture of an item: its own, or one drawn from where it lies and what it is.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { useMemo, useState } from 'react';
import { itemThumbnail } from '../api/addresses.ts';
import { drawGlobe, GLOBE_MIDDLE, GLOBE_RADIUS, type Viewpoint } from './globe.ts';
import classes from './ItemThumbnail.module.css';
import { classColour } from './item-class.ts';
import { TypeIcon } from './TypeIcon.tsx';
import { WORLD_OUTLINE } from './world-outline.ts';

type Pictured = Pick<Item, 'id' | 'type' | 'thumbnail' | 'modified' | 'extent'>;

interface Props {
  item: Pictured;
  /** Width of the picture to ask for, in pixels. */
  width?: number;
  className?: string;
  isEager?: boolean;
}

/** Fills its box at 3 to 2; decorative, because the title stands beside it. */
export function ItemThumbnail({ item, width = 400, className, isEager = false }: Props) {
  const [isBroken, setBroken] = useState(false);
  const source = itemThumbnail(item, width);
  return (
    <span className={`${classes.frame} ${className ?? ''}`}>
      {source && !isBroken ? (
        <img
          src={source}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          width={600}
          height={400}
          onError={() => setBroken(true)}
        />
      ) : (
        <GeneratedThumbnail id={item.id} type={item.type} extent={item.extent} />
      )}
    </span>
  );
}

/** The item's extent on the world, in the colour of its class; a globe where it covers the world or is not known. */
function GeneratedThumbnail({ id, type, extent }: Pick<Item, 'id' | 'type' | 'extent'>) {
  const color = classColour(itemType(type));
  if (extent.length === 0 || coversWorld(extent)) return <GlobeThumbnail id={id} type={type} color={color} isPlaced={extent.length > 0} />;
  const view = viewAround(extent);
  const line = view.width / 240;
  return (
    <span className={classes.generated} style={{ color }}>
      <svg
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <path className={classes.land} d={WORLD_OUTLINE} strokeWidth={line * 0.6} />
        <path className={classes.lines} d={graticule(view)} strokeWidth={line * 0.7} />
        {boxes(extent).map((box) => (
          <rect key={box.x} {...box} className={classes.extent} strokeWidth={line * 2} />
        ))}
      </svg>
    </span>
  );
}

/** Each item sees the globe from its own side; one that lies nowhere shows its kind instead of land. */
function GlobeThumbnail({ id, type, color, isPlaced }: { id: string; type: string; color: string; isPlaced: boolean }) {
  const { land, lines } = useMemo(() => drawGlobe(viewpointOf(id), 20), [id]);
  return (
    <span className={classes.generated} style={{ color }}>
      <svg viewBox="-370 -80 1740 1160" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <circle className={classes.disc} cx={GLOBE_MIDDLE} cy={GLOBE_MIDDLE} r={GLOBE_RADIUS} strokeWidth="5" />
        {isPlaced && <path className={classes.area} d={land} />}
        <path className={classes.lines} d={lines} strokeWidth="4" />
      </svg>
      {!isPlaced && (
        <span className={classes.icon}>
          <TypeIcon type={type} size={30} />
        </span>
      )}
    </span>
  );
}

/** Views with much land, each of them looked at: longitude and latitude in degrees. */
const VIEWPOINTS = [
  [17, 24],
  [-95, 38],
  [-62, 4],
  [22, -4],
  [78, 24],
  [106, 32],
  [140, -18],
  [48, 44],
  [-30, 30],
] as const;

/** One of the views, depending on the id alone. */
function viewpointOf(id: string): Viewpoint {
  let hash = 7;
  for (const c of id) hash = (hash * 31 + c.charCodeAt(0)) % 100_003;
  const [lon, lat] = VIEWPOINTS[hash % VIEWPOINTS.length] ?? VIEWPOINTS[0];
  return { lon: (lon * Math.PI) / 180, lat: (lat * Math.PI) / 180 };
}

function coversWorld([[xmin, ymin], [xmax, ymax]]: Exclude<Item['extent'], []>): boolean {
  return xmax - xmin > 240 && ymax - ymin > 80;
}

interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

const WHOLE_WORLD: View = { x: 0, y: -20, width: 360, height: 240 };
/** Below this width the outline would look coarse. */
const NARROWEST_DEGREES = 54;

function viewAround(extent: Exclude<Item['extent'], []>): View {
  const [[xmin, ymin], [xmax, ymax]] = extent;
  const across = xmax < xmin ? xmax + 360 - xmin : xmax - xmin;
  const width = Math.min(360, Math.max(NARROWEST_DEGREES, across * 1.7, (ymax - ymin) * 1.7 * 1.5));
  const height = width / 1.5;
  if (width >= 360) return WHOLE_WORLD;
  const centre = ((xmin + across / 2 + 540) % 360) - 180;
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  return {
    x: clamp(centre + 180 - width / 2, 0, 360 - width),
    y: clamp(90 - (ymin + ymax) / 2 - height / 2, -10, 190 - height),
    width,
    height,
  };
}

/** One box, or two where the extent crosses the date line; small places get a box that can be seen. */
function boxes(extent: Item['extent']): View[] {
  if (extent.length === 0) return [];
  const [[xmin, ymin], [xmax, ymax]] = extent;
  const y = 90 - ymax;
  const height = ymax - ymin;
  if (xmax < xmin) {
    return [
      { x: xmin + 180, y, width: 180 - xmin, height },
      { x: 0, y, width: xmax + 180, height },
    ];
  }
  const least = 1.6;
  const width = Math.max(least, xmax - xmin);
  const tall = Math.max(least, height);
  return [{ x: (xmin + xmax) / 2 + 180 - width / 2, y: 90 - (ymin + ymax) / 2 - tall / 2, width, height: tall }];
}

/** Meridians and parallels every 10, 20 or 30 degrees, gently curved. */
function graticule({ width }: View): string {
  const step = width > 200 ? 30 : width > 90 ? 20 : 10;
  let path = '';
  for (let x = 0; x <= 360; x += step) path += `M${x} -30Q${x + (x - 180) * 0.03} 90 ${x} 210`;
  for (let y = -30; y <= 210; y += step) path += `M0 ${y}Q180 ${y + (90 - y) * 0.06} 360 ${y}`;
  return path;
}
