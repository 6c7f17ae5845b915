// Pop-up content from features.
import { describe, expect, test } from 'vitest';
import { type PopupInput, popupContent } from './popup.ts';

const fields = [
  { name: 'objectid', alias: 'OBJECTID', type: 'esriFieldTypeOID' },
  { name: 'name', alias: 'Name', type: 'esriFieldTypeString' },
  { name: 'pop', alias: 'Population', type: 'esriFieldTypeInteger' },
  { name: 'seen', alias: 'Seen', type: 'esriFieldTypeDate' },
  { name: 'kind', alias: 'Kind', type: 'esriFieldTypeInteger', codes: new Map([['1', 'Capital']]) },
  { name: 'web', alias: 'Web', type: 'esriFieldTypeString' },
];
const attributes = { objectid: 7, name: 'Köln <b>', pop: 1087863.5, seen: Date.UTC(2020, 4, 17), kind: 1, web: 'https://example.org/a' };
const make = (more: Partial<PopupInput> = {}) => popupContent({ attributes, fields, layerTitle: 'Towns', language: 'en', ...more });

describe('pop-up content', () => {
  test('without a definition shows every field but the id, with words for codes and links for addresses', () => {
    const { title, blocks } = make({ displayField: 'name' });
    expect(title).toBe('Köln <b>');
    expect(blocks).toEqual([
      {
        kind: 'fields',
        rows: [
          { label: 'Name', value: 'Köln <b>' },
          { label: 'Population', value: '1087863.5' },
          { label: 'Seen', value: 'May 17, 2020' },
          { label: 'Kind', value: 'Capital' },
          { label: 'Web', value: 'https://example.org/a', href: 'https://example.org/a' },
        ],
      },
    ]);
  });

  test('fills the title and writes numbers as the format says, in the reader’s language', () => {
    const popupInfo = {
      title: '{NAME}: {pop}',
      fieldInfos: [
        { fieldName: 'pop', label: 'People', format: { places: 0, digitSeparator: true } },
        { fieldName: 'kind', visible: false },
      ],
    };
    const { title, blocks } = make({ popupInfo, language: 'de', attributes: { ...attributes, name: 'Köln' } });
    expect(title).toBe('Köln: 1.087.864');
    expect(blocks).toEqual([{ kind: 'fields', rows: [{ label: 'People', value: '1.087.864' }] }]);
  });

  test('cleans the text of the author and escapes values in it', () => {
    const description =
      '<p onclick="x()">{name} <a href="https://example.org">more</a><script>alert(1)</script><img src=x onerror=alert(1)></p>';
    const [block] = make({ popupInfo: { description } }).blocks;
    expect(block?.kind).toBe('html');
    const html = block?.kind === 'html' ? block.html : '';
    expect(html).toContain('Köln &lt;b&gt;');
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).not.toMatch(/script|onclick|onerror/);
  });

  test('a link in a text cannot run a script', () => {
    const [block] = make({ popupInfo: { description: '<a href="{web}">x</a>' }, attributes: { web: 'javascript:alert(1)' } }).blocks;
    expect(block?.kind === 'html' && block.html).not.toContain('javascript');
  });

  test('follows the elements of newer maps and leaves out computed values', () => {
    const popupInfo = {
      fieldInfos: [{ fieldName: 'name', label: 'Name' }, { fieldName: 'expression/expr0' }],
      popupElements: [{ type: 'text', text: 'About {name}' }, { type: 'fields' }, { type: 'attachments' }],
    };
    expect(make({ popupInfo, attributes: { name: 'Ulm' } }).blocks).toEqual([
      { kind: 'html', html: 'About Ulm' },
      { kind: 'fields', rows: [{ label: 'Name', value: 'Ulm' }] },
    ]);
  });

  test('falls back to the title of the layer', () => {
    expect(make({ popupInfo: { title: '{missing}' } }).title).toBe('Towns');
  });
});
