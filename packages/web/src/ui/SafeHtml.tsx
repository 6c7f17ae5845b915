// HTML that people wrote, cleaned again before it is shown.
import { useMemo } from 'react';
import { cleanHtml } from '../html/clean-html.ts';
import classes from './SafeHtml.module.css';

/** Links open in a new tab and learn nothing about the portal. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned just above, and by the server when it was saved
  return <div className={classes.html} dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />;
}
