// Which key leads where, and to what of a row.
import { expect, test } from 'vitest';
import { keyMove, stopAt, stopIn, stopsOf } from './cell-keys.ts';

const pressed = { isControlled: false, isMirrored: false, perPage: 10 };

test.each([
  ['ArrowDown', {}, { kind: 'rows', rows: 1 }],
  ['ArrowUp', {}, { kind: 'rows', rows: -1 }],
  ['PageDown', {}, { kind: 'rows', rows: 9 }],
  ['PageUp', { perPage: 1 }, { kind: 'rows', rows: -1 }],
  ['ArrowRight', {}, { kind: 'along', step: 1 }],
  ['ArrowLeft', {}, { kind: 'along', step: -1 }],
  ['ArrowRight', { isMirrored: true }, { kind: 'along', step: -1 }],
  ['ArrowLeft', { isMirrored: true }, { kind: 'along', step: 1 }],
  ['Home', {}, { kind: 'end', isLast: false, isOfTable: false }],
  ['End', { isMirrored: true }, { kind: 'end', isLast: true, isOfTable: false }],
  ['End', { isControlled: true }, { kind: 'end', isLast: true, isOfTable: true }],
  ['ArrowDown', { isControlled: true }, undefined],
  ['a', {}, undefined],
])('%s %j', (key, more, move) => {
  expect(keyMove({ key, ...pressed, ...more })).toEqual(move);
});

test('a row has its tools and its cells, each with its button where there is one', () => {
  document.body.innerHTML = `<table><tr><td data-tools><input type="checkbox"><button>menu</button></td>
    <td data-field="fid">1</td><td data-field="town"><button>Aa</button></td><td aria-hidden></td></tr></table>`;
  const row = document.querySelector('tr') as HTMLElement;
  const stops = stopsOf(row);
  expect(stops.map((stop) => stop.localName)).toEqual(['input', 'button', 'td', 'button']);
  expect(stops.map((stop) => stopAt(row, stop))).toEqual([0, 1, 'fid', 'town']);
  expect([0, 1, 'fid', 'town'].map((stop) => stopIn(row, stop))).toEqual(stops);
  expect([stopAt(row, row), stopIn(row, undefined), stopIn(row, 'gone')]).toEqual([undefined, row, undefined]);
  // a row without a tool that another one has
  expect(stopIn(row, 5)).toBe(stops[0]);
});
