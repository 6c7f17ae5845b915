// The globe of the home page: land, sea and graticule, seen from above the Mediterranean.
import { useMemo } from 'react';
import { drawGlobe, GLOBE_MIDDLE, GLOBE_RADIUS } from '../../items/globe.ts';
import classes from './HeroGlobe.module.css';

const VIEW = { lon: 0.3, lat: 0.42 };

/** Decorative. */
export function HeroGlobe({ className }: { className?: string }) {
  const { land, lines } = useMemo(() => drawGlobe(VIEW), []);
  return (
    <svg className={className} viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
      <circle className={classes.sea} cx={GLOBE_MIDDLE} cy={GLOBE_MIDDLE} r={GLOBE_RADIUS} />
      <path className={classes.land} d={land} />
      <path className={classes.lines} d={lines} />
      <circle className={classes.limb} cx={GLOBE_MIDDLE} cy={GLOBE_MIDDLE} r={GLOBE_RADIUS} />
    </svg>
  );
}
