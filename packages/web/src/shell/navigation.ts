// The links of the header, by what the person may do.
import type { MessageKey } from '@graticule/i18n/messages';
import type { Session } from '../api/session.ts';
import { paths } from '../paths.ts';

/** One link of the top navigation. */
export interface NavLink {
  label: MessageKey;
  to: string;
  /** Path that marks the link as the active one. */
  activeAt: string;
}

/** Links in their order; content and organisation only for those who can use them. @source SH-074 to SH-083, SH-194, SH-195 */
export function navLinks(session: Session | undefined): NavLink[] {
  const links: NavLink[] = [
    { label: 'shell.nav.home', to: paths.home(), activeAt: '/home/index.html' },
    { label: 'shell.nav.gallery', to: paths.gallery(), activeAt: '/home/gallery.html' },
    { label: 'shell.nav.map', to: paths.mapViewer({ useExisting: 1 }), activeAt: '/home/webmap/viewer.html' },
    { label: 'shell.nav.groups', to: paths.groups(), activeAt: '/home/groups.html' },
  ];
  if (session?.can('portal:user:createItem'))
    links.push({ label: 'shell.nav.content', to: paths.content(), activeAt: '/home/content.html' });
  if (session?.can('portal:user:viewOrgUsers')) {
    links.push({ label: 'shell.nav.organization', to: paths.organization(), activeAt: '/home/organization.html' });
  }
  return links;
}
