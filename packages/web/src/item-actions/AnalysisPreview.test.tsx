// What the preview of a file says before it is published.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { sentence } from '@graticule/geo/sentence';
import { formatterFor } from '@graticule/i18n/format';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { changeLanguage, currentSpeech } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { AnalysisPreview } from './AnalysisPreview.tsx';
import { extentWords } from './extent-words.ts';

afterEach(cleanup);

function analysisWith(warningSentences: unknown[]): AnalyzeReply {
  return { fileUrl: '', publishParameters: { locationType: 'none', warningSentences }, fields: ['a'], records: [{ a: 1 }] } as never;
}

test('several warnings are points of one list, and one alone is a sentence', async () => {
  const warnings = [sentence('zip-empty', { file: 'a.zip' }), sentence('vtpk-not', { file: 'b.vtpk' })];
  await renderPage(<AnalysisPreview analysis={analysisWith(warnings)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect((await screen.findAllByRole('listitem')).map((each) => each.textContent)).toEqual(warnings.map(({ text }) => text));
  cleanup();
  await renderPage(<AnalysisPreview analysis={analysisWith(warnings.slice(1))} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText(warnings[1]?.text ?? '')).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});

const CHILE = { xmin: -109.453725, ymin: -55.979781, xmax: -66.416512, ymax: -17.507553 };

function analysisIn(extent: object | undefined): AnalyzeReply {
  const layerInfo = { geometryType: 'esriGeometryPolygon', fields: [], ...(extent === undefined ? {} : { extent }) };
  const publishParameters = { locationType: 'coordinates', layerInfo, sourceSR: { wkid: 4326 }, warningSentences: [] };
  return { fileUrl: null, publishParameters, fields: ['a'], records: [{ a: 1 }] } as never;
}

test('the extent is told with as many digits as its size needs, each number in its own direction', async () => {
  await renderPage(<AnalysisPreview analysis={analysisIn(CHILE)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  const told = (await screen.findByText(/^Extent/)).textContent;
  expect(told).toBe('Extent: west \u2068-109.45\u2069, south \u2068-55.98\u2069, east \u2068-66.42\u2069, north \u2068-17.51\u2069');
  cleanup();
  const metres = { xmin: 2486654.62, ymin: 1076854, xmax: 2830282.63, ymax: 1289279.2 };
  await renderPage(<AnalysisPreview analysis={analysisIn(metres)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect((await screen.findByText(/^Extent/)).textContent?.replace(/[\u2068\u2069]/g, '')).toBe(
    'Extent: west 2,486,655, south 1,076,854, east 2,830,283, north 1,289,279',
  );
});

test('a single point is told exactly, and nothing is told where there is no extent', async () => {
  const point = { xmin: 7.5886, ymin: 47.5584, xmax: 7.5886, ymax: 47.5584 };
  expect(extentWords(point as never, formatterFor('en'))).toMatchObject({ west: '\u20687.5886\u2069', north: '\u206847.5584\u2069' });
  const none = { xmin: 'NaN', ymin: 'NaN', xmax: 'NaN', ymax: 'NaN' };
  expect(extentWords(none as never, formatterFor('en'))).toBeUndefined();
  await renderPage(<AnalysisPreview analysis={analysisIn(undefined)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText(/WGS 84/)).toBeTruthy();
  expect(screen.queryByText(/^Extent/)).toBeNull();
});

test('the number of rows is told of a file with one layer too, and once where there are several', async () => {
  const analysis = analysisIn(undefined);
  const towns = { name: 'Towns', part: 'Towns', rowCount: 12_345 };
  Object.assign(analysis.publishParameters, { rowCount: 12_345, datasets: [towns] });
  await renderPage(<AnalysisPreview analysis={analysis} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText('12,345 rows')).toBeTruthy();
  cleanup();
  Object.assign(analysis.publishParameters, { datasets: [towns, { name: 'Roads', part: 'Roads', rowCount: 7 }] });
  await renderPage(<AnalysisPreview analysis={analysis} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText(/Towns \(12,345\)/)).toBeTruthy();
  expect(screen.queryByText('12,345 rows')).toBeNull();
});

test('the coordinate system of the layer that is shown is told where the file as a whole has none', async () => {
  const analysis = analysisIn({ ...CHILE, spatialReference: { wkid: 2154, latestWkid: 2154 } });
  Object.assign(analysis.publishParameters, { sourceSR: null });
  await renderPage(<AnalysisPreview analysis={analysis} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText('RGF93 / Lambert-93 (EPSG:2154)')).toBeTruthy();
});

test('in Arabic each number is kept apart from the words around it', async () => {
  await changeLanguage('ar', { remember: false });
  try {
    await renderPage(<AnalysisPreview analysis={analysisIn(CHILE)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
    const told = (await screen.findByText(/^النطاق/)).textContent ?? '';
    expect(told.match(/\u2068[^\u2068\u2069]*\u2069/g)).toEqual(
      [-109.45, -55.98, -66.42, -17.51].map((side) => `\u2068${currentSpeech().format.number(side)}\u2069`),
    );
    expect(told.replace(/\u2068[^\u2069]*\u2069/g, '')).toBe('النطاق: غربًا ، جنوبًا ، شرقًا ، شمالًا ');
  } finally {
    await changeLanguage('en', { remember: false });
  }
});
