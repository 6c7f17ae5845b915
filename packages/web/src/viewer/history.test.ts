// Undo, redo and unsaved changes.
import { newWebMap } from '@graticule/contract/documents/web-map';
import { addLayer, setOpacity } from '@graticule/contract/documents/web-map-edit';
import { describe, expect, test } from 'vitest';
import { type History, type HistoryAction, historyReducer, isUnsaved, openHistory } from './history.ts';

const layer = { id: 'a', title: 'A' };
const run = (start: History, ...actions: HistoryAction[]): History => actions.reduce(historyReducer, start);
const add: HistoryAction = { type: 'change', change: (map) => addLayer(map, layer) };
const fade = (opacity: number): HistoryAction => ({ type: 'change', key: 'opacity:a', change: (map) => setOpacity(map, 'a', opacity) });

describe('the history of a map', () => {
  test('undoes and redoes', () => {
    const start = openHistory(newWebMap('http://localhost'), true);
    const after = run(start, add, add, { type: 'undo' });
    expect(after.present.operationalLayers).toHaveLength(1);
    expect(run(after, { type: 'redo' }).present.operationalLayers).toHaveLength(2);
    expect(run(after, { type: 'undo' }, { type: 'undo' }).present).toBe(start.present);
  });

  test('a new change forgets what was undone', () => {
    const after = run(openHistory(newWebMap('http://localhost'), true), add, { type: 'undo' }, add);
    expect(after.future).toEqual([]);
  });

  test('the steps of a drag are one', () => {
    const after = run(openHistory(newWebMap('http://localhost'), true), add, fade(0.9), fade(0.5), fade(0.2), { type: 'undo' });
    expect(after.present.operationalLayers[0]?.opacity).toBeUndefined();
  });

  test('knows whether leaving would lose something', () => {
    const start = openHistory(newWebMap('http://localhost'), true);
    expect(isUnsaved(start)).toBe(false);
    const changed = run(start, add);
    expect(isUnsaved(changed)).toBe(true);
    expect(isUnsaved(run(changed, { type: 'undo' }))).toBe(false);
    expect(isUnsaved(run(changed, { type: 'saved', map: changed.present }))).toBe(false);
    expect(isUnsaved(openHistory(newWebMap('http://localhost'), false))).toBe(true);
  });
});
