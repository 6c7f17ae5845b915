// Which texts could run where somebody shows them as HTML.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { holdsActiveMarkup } from './active-markup.ts';
import { cleanHtml } from './clean-html.ts';

const ACTIVE = [
  '<script>alert(1)</script>',
  '</ScRiPt ><SCRIPT/x>',
  'Oak <img src=x onerror=alert(1)>',
  '<img/onerror="alert(1)"src=x>',
  '<b title=">" onclick = \'alert(1)\'>x</b>',
  '<b\nONMOUSEOVER=alert(1)>x',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\tscript&colon;alert(1)">x</a>',
  '<a href=&#0000106;avascript:alert(1)>x</a>',
  '<a href="&#x6A;&#x61;vascript&#58;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript:alert(1)//',
  '<a href="data:text/html,x">x</a>',
  '<a href=vbscript:x>x</a>',
  '<svg onload=alert(1)>',
  '<math><mtext></mtext></math>',
  '<iframe src="https://evil.example.org"></iframe>',
  '<form action="https://evil.example.org"><input></form>',
  '<style>p { color: red }</style>',
  '<textarea><b title="</textarea><img src=x onerror=alert(1)>">',
  '<p style="background:url(https://evil.example.org/)">x</p>',
  '<p style="color:red;width:expression(alert(1))">x</p>',
  '<p style="background:\\75rl(x)">x</p>',
  '<p style="background:u&#114;l&lpar;x)">x</p>',
  // What browsers take for a comment, or not.
  '<!--><img src=x onerror=alert(1)>-->',
  '<!---><img src=x onerror=alert(1)>-->',
  '<!-- <b title="--><img src=x onerror=alert(1)>">',
  '<!--\n<b title="\n--><img src=x onerror=alert(1)>">',
  '<!-- a --!><img src=x onerror=alert(1)>',
  '<!-- never closed <script>',
  '<![CDATA[ > <img src=x onerror=alert(1)> ]]>',
  '<? "><img src=x onerror=alert(1)>',
  '</><img src=x onerror=alert(1)>',
  '</ x="><img src=x onerror=alert(1)>',
  '<b </b><img src=x onerror=alert(1)>',
  'a <b and <script>alert(1)</script>',
];

const HARMLESS = [
  '',
  'Oak & lime',
  'a < b',
  'a<b and c>d',
  '1 <2 and 3> 2',
  '<5 m',
  'x <- y <= z',
  '<',
  '</',
  '<!',
  '<!--',
  'Una <una@example.org>',
  '<none>',
  'onclick=alert(1)',
  'javascript:alert(1) is no link',
  '<b>Oak</b><br/><BR>',
  '<p style="color:red;text-align:center" title=\'a > b\'>x',
  '<a href="https://example.org/?a=1&b=javascript:x" target=_blank>x</a>',
  '<a href="mailto:una@example.org">x</a>',
  '<img src="https://example.org/oak.png" alt="on time">',
  '<p title="onclick=alert(1)">x</p>',
  '<p on>x</p>',
  '<!-- <script>alert(1)</script> -->',
  '&lt;script&gt;',
  '<table><tr><td colspan=2>x</td></tr></table>',
];

describe('markup that can run', () => {
  it.each(ACTIVE)('is found in %j, and is what the cleaner takes out', (text) => {
    expect(holdsActiveMarkup(text)).toBe(true);
    expect(holdsActiveMarkup(cleanHtml(text))).toBe(false);
  });

  it.each(HARMLESS)('is not found in %j', (text) => {
    expect(holdsActiveMarkup(text)).toBe(false);
  });

  it.each(['<', '<!--', '<!', '</', '<b ', '<b x="', "<b x='", '<b x=" y=\' ', ' ', '<b>', '<!-- -->', '<b =', '&#'])(
    'is looked for once over a long text of %j',
    (part) => {
      const text = `<b title="${part.repeat(2_000_000 / part.length)}`;
      const started = processorMs();
      for (const one of [text, text.slice(10), `<b${text.slice(10)}`]) expect(holdsActiveMarkup(one)).toBe(false);
      // Read again from each beginning, the text takes minutes.
      expect(processorMs() - started).toBeLessThan(5000);
    },
  );
});
