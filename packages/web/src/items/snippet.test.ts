// Short texts of items.
import { describe, expect, test } from 'vitest';
import { HOME_SNIPPET, listSnippet, shorten, textOfHtml } from './snippet.ts';

describe('short texts', () => {
  test('CO-175 CO-312 a text longer than 150 characters is cut and followed by three dots', () => {
    const long = 'a'.repeat(151);
    expect(listSnippet({ snippet: long, description: null })).toBe(`${'a'.repeat(150)}...`);
    expect(listSnippet({ snippet: 'a'.repeat(150), description: null })).toBe('a'.repeat(150));
  });

  test('SH-298 in the gallery and in links the description stands in for a missing summary, cut at 180 characters', () => {
    const said = (length: number) => listSnippet({ snippet: null, description: `<p>${'a'.repeat(length)}</p>` }, HOME_SNIPPET);
    expect(said(181)).toBe(`${'a'.repeat(180)}...`);
    expect(said(180)).toBe('a'.repeat(180));
  });

  test('CO-176 the words null and empty count as nothing', () => {
    expect(listSnippet({ snippet: 'null', description: 'Real text' })).toBe('Real text');
    expect(listSnippet({ snippet: 'empty', description: 'null' })).toBe('');
    expect(listSnippet({ snippet: null, description: null })).toBe('');
  });

  test('a description gives its text without markup', () => {
    expect(textOfHtml('<p>One<br>two</p><p>three &amp; <b>four</b></p><script>x()</script>')).toContain('One two three & four');
    expect(listSnippet({ snippet: '', description: '<p>Trees of the <b>city</b></p>' })).toBe('Trees of the city');
  });

  test('a cut never falls within a character of two code units', () => {
    expect(shorten('🌍🌍🌍', 2)).toBe('🌍🌍...');
  });
});
