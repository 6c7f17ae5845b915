// Messages: loading, falling back, plurals, pseudo-languages, formats.
import { describe, expect, test } from 'vitest';
import { formatterFor } from './format.ts';
import { pseudo } from './pseudo.ts';
import { type LoadMessages, Translator } from './translator.ts';

const FILES: Record<string, Record<string, string>> = {
  'shell/en': { ok: 'OK', cancel: 'Cancel', views: '{count, plural, one {# view} other {# views}}', owner: 'by {name}' },
  'shell/ar': { ok: 'موافق', views: '{count, plural, one {مشاهدة} two {مشاهدتان} few {# مشاهدات} other {# مشاهدة}}' },
};
const load: LoadMessages = async (area, language) => FILES[`${area}/${language}`];

async function translator(tag: string): Promise<Translator> {
  const made = new Translator(tag, load);
  await made.ensure(['shell']);
  return made;
}

describe('messages', () => {
  test('a message that a language lacks is taken from English', async () => {
    const { translate } = await translator('ar');
    expect(translate('shell.ok')).toBe('موافق');
    expect(translate('shell.cancel')).toBe('Cancel');
  });

  test('plurals follow the language of the text, not of the interface', async () => {
    const arabic = await translator('ar');
    expect(arabic.translate('shell.views', { count: 2 })).toBe('مشاهدتان');
    const french = await translator('fr-FR');
    expect(french.translate('shell.views', { count: 0 })).toBe('0 views');
  });

  test('arguments are filled in as text, never as markup', async () => {
    const { translate } = await translator('en');
    expect(translate('shell.owner', { name: '<b>{x}</b>' })).toBe('by <b>{x}</b>');
  });

  test('a key whose area is not loaded shows itself, and an optional one is undefined', async () => {
    const made = new Translator('en', load);
    expect(made.translate('shell.ok')).toBe('shell.ok');
    expect(made.find('item-types.web-map')).toBeUndefined();
  });

  test('an area that failed to load is loaded again when it is needed again', async () => {
    let attempts = 0;
    const flaky: LoadMessages = async (area, language) => {
      attempts++;
      if (attempts === 1) throw new Error('offline');
      return load(area, language);
    };
    const made = new Translator('en', flaky);
    await expect(made.ensure(['shell'])).rejects.toThrow('offline');
    await made.ensure(['shell']);
    expect(made.translate('shell.ok')).toBe('OK');
  });
});

describe('pseudo-languages', () => {
  test('the accented one is longer, and leaves arguments and tags alone', () => {
    expect(pseudo('en-XA', 'by {name}')).toBe('[ƀý· {name}]'.replace('· ', ' ·'));
    expect(pseudo('en-XA', '<b>Save</b>')).toContain('<b>');
  });

  test('plural branches change, their syntax does not', async () => {
    const { translate } = await translator('en-XA');
    expect(translate('shell.views', { count: 3 })).toMatch(/^\[3 ṽîéŵš/);
  });

  test('the mirrored one wraps words in right-to-left marks', () => {
    expect(pseudo('ar-XB', 'Go {x}')).toBe('\u202eGo\u202c {x}');
  });
});

describe('formats', () => {
  const { ago, size } = formatterFor('en');

  test('CO-178 sizes in MB use the number of the specification, with two decimals', () => {
    expect(size(500)).toBe('500 bytes');
    expect(size(1)).toBe('1 byte');
    expect(size(2048)).toBe('2 kB');
    expect(size(1_048_567 * 2.5)).toBe('2.5 MB');
  });

  test('times are told as distances for a month, then as dates', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(ago(now - 20_000, now)).toBe('now');
    expect(ago(now - 5 * 60_000, now)).toBe('5 minutes ago');
    expect(ago(now - 86_400_000, now)).toBe('yesterday');
    expect(ago(Date.UTC(2026, 5, 1, 12), now)).toBe('Jun 1, 2026');
  });
});
