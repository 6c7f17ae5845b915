// What a person's machine can do, as far as opening items depends on it.

/** The machine and the browser, read from the user agent. */
export interface Platform {
  /** Windows desktop software could be present. */
  isDesktopWindows: boolean;
  isPhone: boolean;
  isTablet: boolean;
  browser: Browser;
  /** Major and minor version, such as 5.1; 0 when the agent does not say. */
  version: number;
}

type Browser = 'edge' | 'ie' | 'firefox' | 'ios-chrome' | 'chrome' | 'safari' | 'other';

/** How each browser names itself; the more particular first, since most claim to be others too. */
const NAMES: readonly [Browser, RegExp][] = [
  ['edge', /(?:Edg|Edge|EdgA|EdgiOS)\/(\d+(?:\.\d+)?)/],
  ['ie', /MSIE (\d+(?:\.\d+)?)/],
  ['ie', /Trident\/.*rv:(\d+(?:\.\d+)?)/],
  ['firefox', /Firefox\/(\d+(?:\.\d+)?)/],
  ['ios-chrome', /CriOS\/(\d+(?:\.\d+)?)/],
  ['chrome', /(?:Chrome|Chromium)\/(\d+(?:\.\d+)?)/],
  ['safari', /Version\/(\d+(?:\.\d+)?).*Safari\//],
];

/** The first version of each browser in which the operations view works. @source SH-174 */
const OLDEST: Readonly<Record<Browser, number>> = {
  edge: 0,
  ie: 9,
  firefox: 4,
  'ios-chrome': 31,
  chrome: 19,
  safari: 5.1,
  other: Number.POSITIVE_INFINITY,
};

/** Reads a user agent. Windows Phone counts as a phone, not as Windows. */
export function platformOf(userAgent: string): Platform {
  const isWindowsPhone = /Windows Phone/i.test(userAgent);
  const isAndroid = /Android/i.test(userAgent);
  const isPhone = isWindowsPhone || /iPhone|iPod/i.test(userAgent) || (isAndroid && /Mobile/i.test(userAgent));
  const isTablet = !isPhone && (/iPad|Tablet|Silk\//i.test(userAgent) || isAndroid);
  const found = NAMES.map(([browser, name]) => ({ browser, match: name.exec(userAgent) })).find(({ match }) => match);
  return {
    isDesktopWindows: /Windows NT/i.test(userAgent) && !isWindowsPhone,
    isPhone,
    isTablet,
    browser: found?.browser ?? 'other',
    version: Number(found?.match?.[1] ?? 0),
  };
}

/**
 * Whether the operations view and the dashboards work on a machine.
 * @source SH-174 to SH-176
 */
export function supportsOperationsView({ isPhone, isTablet, browser, version }: Platform, areTabletsAllowed: boolean): boolean {
  if (isPhone || (isTablet && !areTabletsAllowed)) return false;
  return version >= OLDEST[browser];
}
