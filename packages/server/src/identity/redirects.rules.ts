// Where a registered app may send people back to.

/** Shows the code on a page instead of sending it anywhere. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';

/** Schemes that run or read something in the browser instead of going anywhere. */
const NOWHERE: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);

/** What keeps an address from being registered; undefined when it may be. */
export function redirectFault(address: string): string | undefined {
  if (address.length > 2_000) return 'hold an address of more than 2,000 characters';
  if (address === OUT_OF_BAND) return undefined;
  // As browsers read it, who skip blanks before it and line breaks within.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || NOWHERE.has(url.protocol)) return `hold '${address.slice(0, 60)}', which is not an address to go to`;
  if (url.username !== '' || url.password !== '') return 'hold an address with a user name or password';
  if (url.hostname.includes('*')) return 'hold a host with a wildcard';
  return undefined;
}

/** Whether an address is one of the registered, or lies below one. @source contract C3 */
export function mayRedirect(registered: readonly string[], address: string): boolean {
  if (redirectFault(address) !== undefined) return false;
  if (registered.includes(address)) return true;
  if (address === OUT_OF_BAND) return false;
  const wanted = new URL(address);
  return registered.some((each) => {
    if (each === OUT_OF_BAND || !URL.canParse(each)) return false;
    const known = new URL(each);
    if (known.protocol !== wanted.protocol || known.host !== wanted.host) return false;
    return wanted.pathname === known.pathname || wanted.pathname.startsWith(`${known.pathname.replace(/\/$/, '')}/`);
  });
}
