// HTML that people wrote, cleaned again before it is shown.
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import classes from './SafeHtml.module.css';

const ALLOWED = {
  ALLOWED_TAGS: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'code',
    'div',
    'em',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'size', 'color', 'dir'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/|#)/i,
};

/** Links open in a new tab and learn nothing about the portal. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => {
    const fragment = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    const box = document.createElement('div');
    box.append(fragment);
    return box.innerHTML;
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned just above, and by the server when it was saved
  return <div className={classes.html} dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />;
}
