// Decides whether a returnUrl is safe to go to.

/**
 * The path within this portal that a returnUrl names, or undefined when it leads elsewhere or back to the sign-in page.
 * @source AC-117, AC-167: relative or same host, never the sign-in page
 * @example safeReturnPath('/home/item.html?id=1', 'https://gis.example.org') is '/home/item.html?id=1'
 */
export function safeReturnPath(returnUrl: string | null | undefined, origin: string): string | undefined {
  if (!returnUrl) return undefined;
  // Browsers drop control characters and read backslashes as slashes: what is left must be a plain address.
  if (hasControlCharacter(returnUrl) || returnUrl.includes('\\')) return undefined;
  let url: URL;
  try {
    url = new URL(returnUrl, `${origin}/home/`);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined;
  if (/\/signin\.html$/i.test(url.pathname) || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((c) => (c.codePointAt(0) ?? 0) < 32);
}
