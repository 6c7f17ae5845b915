import { pointWkb } from '@graticule/geo/convert/point-wkb';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PointRanks } from './point-ranks.ts';
import { THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

describe('the first zoom level of points', () => {
  it('is 0 for a point alone, and the last for one on the same spot', () => {
    const ranks = new PointRanks();
    expect(ranks.rank(pointWkb(0, 0))).toBe(0);
    expect(ranks.rank(pointWkb(0, 0))).toBe(THINNED_ZOOMS);
    expect(ranks.rank(pointWkb(5_000_000, 5_000_000))).toBe(0);
  });

  it('falls with the distance to the points before', () => {
    const ranks = new PointRanks();
    ranks.rank(pointWkb(0, 0));
    const cell = (2 * WEB_MERCATOR_LIMIT) / THINNING_CELLS;
    // Half a cell of zoom 0 away: hidden there, drawn from zoom 1 on.
    expect(ranks.rank(pointWkb(cell / 2, -1))).toBe(1);
  });

  it('leaves at most one point in each cell of each zoom level, and shows every point in the end', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { maxLength: 200 }), (points) => {
        const ranks = new PointRanks();
        const ranked = points.map(([x, y]) => ({ x, y, zoom: ranks.rank(pointWkb(x, y)) }));
        for (let zoom = 0; zoom < THINNED_ZOOMS; zoom++) {
          const width = (2 * WEB_MERCATOR_LIMIT) / (THINNING_CELLS * 2 ** zoom);
          const cells = ranked
            .filter((point) => point.zoom <= zoom)
            .map((point) => `${Math.floor((point.x + WEB_MERCATOR_LIMIT) / width)},${Math.floor((WEB_MERCATOR_LIMIT - point.y) / width)}`);
          expect(new Set(cells).size).toBe(cells.length);
        }
        expect(ranked.every((point) => point.zoom <= THINNED_ZOOMS)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('says which levels are worth an index: those whose points another one would hold with many more', () => {
    const ranks = new PointRanks();
    expect(ranks.indexZooms()).toEqual([]);
    const cell = (2 * WEB_MERCATOR_LIMIT) / THINNING_CELLS;
    ranks.rank(pointWkb(1, -1));
    expect(ranks.indexZooms()).toEqual([]);
    // Two more from zoom 2 on: 1, 1, 3 points.
    ranks.rank(pointWkb(cell / 4 + 1, -1));
    ranks.rank(pointWkb(1, -cell / 4 - 1));
    expect(ranks.indexZooms()).toEqual([1]);
    // Five on the same spot, drawn nowhere: an index of zoom 6 serves the levels from 2 on.
    for (let i = 0; i < 5; i++) ranks.rank(pointWkb(1, -1));
    expect(ranks.indexZooms()).toEqual([1, 6]);
  });

  it('takes points beyond the square to its edge', () => {
    expect(new PointRanks().rank(pointWkb(1e9, -1e9))).toBe(0);
  });
});
