import { sentence } from '@graticule/geo/sentence';
import { SENTENCES } from '@graticule/geo/sentence-table';
import type { Area, MessageFile } from '@graticule/i18n/messages';
import { Translator } from '@graticule/i18n/translator';
import { describe, expect, it } from 'vitest';
import arabic from '../../../i18n/messages/formats/ar.json';
import english from '../../../i18n/messages/formats/en.json';
import { isSentence, said } from './sentences.ts';

const files: Record<string, MessageFile> = { en: english, ar: arabic };
const load = async (area: Area, language: string): Promise<MessageFile | undefined> => (area === 'formats' ? files[language] : undefined);

describe('sentences about files', () => {
  it('are the same in the messages of the pages and on the wire', () => {
    expect(english).toEqual(SENTENCES);
  });

  it('are said in the language of the reader, those within others too', async () => {
    const translator = new Translator('ar', load);
    await translator.ensure(['formats']);
    const reason = sentence('latitude-range', { value: '95.5' });
    const whole = said(sentence('rows-unusable', { file: 'a.csv', row: 2, reason }), translator.find);
    expect(whole).toBe('لا يمكن استخدام أي صف من a.csv. الصف 2: خط العرض 95.5 ليس بين ‎-90 و90. أصلح الصفوف وحاول مرة أخرى.');
  });

  it('stay in English while the words are not there', () => {
    expect(said(sentence('zip-empty', { file: 'a.zip' }), () => undefined)).toBe(
      'a.zip is an empty archive. Put the files into it and try again.',
    );
  });

  it('are told from other values', () => {
    expect(isSentence(sentence('no-features'))).toBe(true);
    expect(isSentence(sentence('edit-geometry', { why: sentence('ring-points') }))).toBe(true);
    const within = (why: unknown): object => ({ code: 'edit-geometry', text: '', values: { why } });
    const deep = JSON.parse(`${'{"code":"x","text":"","values":{"x":'.repeat(10_000)}1${'}}'.repeat(10_000)}`);
    for (const other of [null, 'text', { code: 'x' }, { code: 'x', text: 'y', values: null }, within(null), within({}), within([1]), deep])
      expect(isSentence(other)).toBe(false);
  });
});
