// Legends from renderers.
import { describe, expect, test } from 'vitest';
import { legendOf } from './legend.ts';

const dot = {
  type: 'esriSMS',
  style: 'esriSMSDiamond',
  color: [255, 0, 0, 255],
  size: 9,
  outline: { type: 'esriSLS', color: [0, 0, 0, 255], width: 0.75 },
};

describe('the legend', () => {
  test('has a row for each class and one for the rest', () => {
    const legend = legendOf(
      {
        type: 'uniqueValue',
        field1: 'kind',
        uniqueValueInfos: [
          { value: 'a', label: 'Alpha', symbol: dot },
          { value: 'b', symbol: dot },
        ],
        defaultSymbol: dot,
        defaultLabel: 'Other',
      },
      'point',
    );
    expect(legend.field).toBe('kind');
    expect(legend.entries.map((entry) => entry.label)).toEqual(['Alpha', 'b', 'Other']);
    expect(legend.entries[0]?.swatch).toEqual({
      shape: 'diamond',
      fill: 'rgba(255, 0, 0, 1)',
      stroke: 'rgba(0, 0, 0, 1)',
      strokeWidth: 1,
      dashed: false,
      size: 12,
    });
  });

  test('has one row for several values that are drawn alike, below the heading of their group', () => {
    const classes = [{ label: 'Vowels', symbol: dot, values: [['a'], ['e']] }];
    const rest = [{ symbol: dot, values: [['b'], ['c']] }];
    const groups = [{ heading: 'Letters', classes }, { classes: rest }];
    const { entries } = legendOf({ type: 'uniqueValue', field1: 'kind', uniqueValueGroups: groups, defaultSymbol: dot }, 'point');
    expect(entries.map(({ label, heading }) => [label, heading])).toEqual([
      ['Vowels', 'Letters'],
      ['b, c', undefined],
      ['', undefined],
    ]);
  });

  test('names classes without a label by their bounds', () => {
    const legend = legendOf(
      {
        type: 'classBreaks',
        field: 'n',
        minValue: 0,
        classBreakInfos: [
          { classMaxValue: 5, symbol: dot },
          { classMaxValue: 9, symbol: dot },
        ],
      },
      'point',
    );
    expect(legend.entries.map((entry) => entry.label)).toEqual(['0 – 5', '5 – 9']);
  });

  test('shows a band for colours that follow a number and for heat', () => {
    const colors = legendOf(
      {
        type: 'simple',
        symbol: dot,
        visualVariables: [
          {
            type: 'colorInfo',
            field: 'n',
            stops: [
              { value: 10, color: [0, 0, 0, 255] },
              { value: 30, color: [255, 255, 255, 255] },
              { value: 15, color: [9, 9, 9, 255] },
            ],
          },
        ],
      },
      'point',
    );
    expect(colors.ramp).toMatchObject({ low: 10, high: 30 });
    expect(colors.ramp?.stops.map((stop) => stop.at)).toEqual([0, 0.25, 1]);
    expect(colors.entries).toEqual([]);
    expect(
      legendOf(
        {
          type: 'heatmap',
          field: 'n',
          colorStops: [
            { ratio: 0, color: [0, 0, 0, 0] },
            { ratio: 1, color: [255, 0, 0, 255] },
          ],
        },
        'point',
      ).ramp?.stops,
    ).toHaveLength(2);
  });

  test('shows the ends and the middle of sizes', () => {
    const legend = legendOf(
      {
        type: 'simple',
        symbol: dot,
        visualVariables: [
          {
            type: 'sizeInfo',
            field: 'n',
            minDataValue: 0,
            maxDataValue: 1000,
            minSize: 3,
            maxSize: 33,
            legendOptions: { title: 'People' },
          },
        ],
      },
      'point',
    );
    expect(legend.sizes?.title).toBe('People');
    expect(legend.sizes?.entries.map(({ value, swatch }) => [value, swatch.size])).toEqual([
      [0, 4],
      [500, 24],
      [1000, 44],
    ]);
  });

  test('draws lines with their width and dashes', () => {
    const legend = legendOf({ type: 'simple', symbol: { type: 'esriSLS', style: 'esriSLSDash', color: [1, 2, 3, 255], width: 3 } }, 'line');
    expect(legend.entries[0]?.swatch).toMatchObject({ shape: 'line', stroke: 'rgba(1, 2, 3, 1)', strokeWidth: 4, dashed: true });
  });
});
