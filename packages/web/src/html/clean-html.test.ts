import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

describe('cleanHtml', () => {
  it.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<p onclick="x()" style="position:fixed" data-x="1">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<img src="javascript:alert(1)" onerror="x()">', '<img>'],
    ['<a href="tel:123">a</a><a href=" jAvaScript:x()">b</a><a href="vbscript:x">c</a>', '<a>a</a><a>b</a><a>c</a>'],
    ['<form action="/x"><input></form><iframe src="/x"></iframe><svg onload="x()"></svg>', ''],
  ])('takes what could run out of %j', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  it('keeps the markup that the portal stores', () => {
    const html = '<dl><dt>a</dt><dd><s>b</s></dd></dl><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>';
    expect(cleanHtml(html)).toBe(html);
  });

  it('opens links in a tab that knows nothing of this one', () => {
    expect(cleanHtml('<a href="https://example.org/" rel="opener">a</a>')).toBe(
      '<a href="https://example.org/" rel="noopener noreferrer" target="_blank">a</a>',
    );
  });
});
