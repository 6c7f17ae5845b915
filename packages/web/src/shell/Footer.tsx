// The footer: a row of links separated by bars.
import { Link } from 'react-router';
import { useMaybeSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './Footer.module.css';

interface FooterLink {
  title: string;
  url: string;
}

/** Help, the REST directory, and the organisation's contact where it has one. */
export function Footer() {
  const t = useTranslate();
  const session = useMaybeSession();
  const contact = contactLink(session?.portal.portalProperties);
  return (
    <footer className={classes.footer}>
      <nav aria-label={t('shell.footer')} className={classes.links}>
        <Link to={paths.help()}>{t('shell.footer.help')}</Link>
        {session?.user && <Link to={paths.marketplace()}>{t('shell.footer.marketplace')}</Link>}
        <a href="/rest/services?f=html">{t('shell.footer.api')}</a>
        {contact && <a href={contact.url}>{contact.title}</a>}
      </nav>
      <span>{t('shell.footer.made-with')}</span>
    </footer>
  );
}

/** The contact link of the organisation's settings: only web and mail addresses. */
function contactLink(properties: Record<string, unknown> | undefined): FooterLink | undefined {
  const links = properties?.links as { contactUs?: { url?: unknown; title?: unknown; visible?: unknown } } | undefined;
  const contact = links?.contactUs;
  if (!contact?.visible || typeof contact.url !== 'string' || !/^(https?:|mailto:)/i.test(contact.url)) return undefined;
  return { url: contact.url, title: typeof contact.title === 'string' ? contact.title : contact.url.replace(/^mailto:/i, '') };
}
