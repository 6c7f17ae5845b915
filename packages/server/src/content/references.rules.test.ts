// Which items and services texts name.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { referencesIn } from './references.rules.ts';

const A = 'a'.repeat(32);
const B = '0123456789abcdef0123456789abcdef';

describe('references in a text', () => {
  it.each([
    ['an id of a layer', `{"operationalLayers":[{"itemId":"${A}"}]}`, [`item:${A}`]],
    ['ids in any depth, once each', `{"map":{"itemId":"${A}"},"values":{"webmap":"${B}","list":["${A}"]}}`, [`item:${A}`, `item:${B}`]],
    ['the map of an address', `https://x.org/home/webmap/viewer.html?webmap=${A}`, [`item:${A}`]],
    ['an app in an address', `https://x.org/apps/x/index.html?appid=${A}&folderid=1`, [`item:${A}`]],
    ['an item in an address', `{"u":"https:\\/\\/x.org\\/sharing\\/rest\\/content\\/items\\/${A}\\/data"}`, [`item:${A}`]],
    ['a hosted layer, without its number', '{"url":"https://x.org/rest/services/Hosted/Trees_1/FeatureServer/0"}', ['service:trees_1']],
    ['tiles of a hosted layer', '{"styleUrl":"/rest/services/Hosted/Trees/VectorTileServer/resources/styles"}', ['service:trees']],
    ['a hosted layer below the path of the portal', '"https://x.org/gis/rest/services/Hosted/Trees/FeatureServer"', ['service:trees']],
  ])('finds %s', (_name, text, expected) => {
    expect(referencesIn(text, text.includes('/gis/') ? '/gis' : '')).toEqual(expected);
  });

  it.each([
    ['a service of another server', '{"url":"https://s.example.com/AbC/arcgis/rest/services/Hosted/Trees/FeatureServer/0"}'],
    ['longer words', `{"a":"${A}0","b":"?id=${A}zz"}`],
    ['upper-case identifiers, which items never have', `{"a":"${'A'.repeat(32)}"}`],
    ['nothing', ''],
  ])('passes over %s', (_name, text) => {
    expect(referencesIn(text, '')).toEqual([]);
  });

  it('keeps a bounded number, and takes a long text in time', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => `"${n.toString(16).padStart(32, '0')}"`).join();
    expect(referencesIn(ids, '')).toHaveLength(2_000);
    const started = processorMs();
    referencesIn(`${'https://x'.repeat(200_000)} ${'/rest/services/Hosted/'.repeat(50_000)}`, '');
    referencesIn('='.repeat(3_000_000), '');
    referencesIn(`=http://${'a'.repeat(300)}`.repeat(10_000), '');
    expect(processorMs() - started).toBeLessThan(3_000);
  });
});
