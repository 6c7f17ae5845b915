// Cleans HTML that people wrote, before it is shown. The server cleans what it saves by the same list.
import { ALLOWED_TAGS } from '@graticule/contract/content/allowed-tags';
import DOMPurify from 'dompurify';

const ALLOWED_ATTR = [
  'align',
  'alt',
  'color',
  'colspan',
  'dir',
  'height',
  'href',
  'lang',
  'rel',
  'rowspan',
  'size',
  'src',
  'target',
  'title',
  'width',
];
/**
 * Values that are no address at all pass too: the library holds every attribute against this, so that a pattern for
 * addresses alone would take away `colspan` and `width`.
 */
const ALLOWED_URI_REGEXP = /^(?:(?:https?|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** The HTML without scripts, styles, forms and frames; links open in a new tab that knows nothing of this one. */
export function cleanHtml(html: string): string {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOWED_URI_REGEXP,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}
