// Markup that people write into descriptions and comments, cleaned against an allow-list.
import { createRequire } from 'node:module';
import { ALLOWED_TAGS } from '@graticule/contract/content/allowed-tags';
import type Sanitize from 'sanitize-html';

const OPTIONS: Sanitize.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: {
    '*': ['dir', 'lang', 'title', 'style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['size', 'color', 'face'],
    td: ['colspan', 'rowspan', 'align', 'valign'],
    th: ['colspan', 'rowspan', 'align', 'valign', 'scope'],
    ol: ['start', 'type'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify|start|end)$/],
      'font-weight': [/^(bold|normal|[1-9]00)$/],
      'font-style': [/^(italic|normal)$/],
      'text-decoration': [/^(underline|line-through|none)$/],
      color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/, /^[a-z]{3,20}$/i],
      'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/, /^[a-z]{3,20}$/i],
      'font-size': [/^\d{1,3}(\.\d+)?(px|pt|em|rem|%)$/, /^(x-small|small|medium|large|x-large)$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  nestingLimit: 100,
  allowProtocolRelative: false,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: attribs.target ? { ...attribs, rel: 'noopener noreferrer' } : attribs }) },
};

/** The parser's work grows with the square of the depth of tags; more than so many are not read as markup at all. */
const MAX_TAGS = 10_000;

/** Loaded with the first text that holds markup: a hundred modules that most processes of the portal never need. */
function sanitizer(): typeof Sanitize {
  sanitize ??= createRequire(import.meta.url)('sanitize-html') as typeof Sanitize;
  return sanitize;
}
let sanitize: typeof Sanitize | undefined;

/** The text without anything that could run or disguise itself. Text without markup comes back unchanged. */
export function cleanHtml(text: string): string {
  if (!text.includes('<')) return text;
  return text.split('<').length > MAX_TAGS ? text.replaceAll('<', '&lt;').replaceAll('>', '&gt;') : sanitizer()(text, OPTIONS);
}
