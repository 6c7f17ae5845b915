// User agents and what they can open.
import { describe, expect, test } from 'vitest';
import { platformOf, supportsOperationsView } from './platform.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const agent = (rest: string, machine = WINDOWS): string => `${machine} ${rest}`;
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID_PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const ANDROID_TABLET = 'Mozilla/5.0 (Linux; Android 14; SM-X700) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const WINDOWS_PHONE =
  'Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Microsoft; Lumia 950) AppleWebKit/537.36 Chrome/46.0.2486.0 Mobile Safari/537.36 Edge/13.10586';

describe('operations view', () => {
  test.each([
    ['Chrome 19', agent('AppleWebKit/536.5 Chrome/19.0.1084.56 Safari/536.5'), true],
    ['Chrome 18', agent('AppleWebKit/535.19 Chrome/18.0.1025.168 Safari/535.19'), false],
    ['Chrome 126', agent('AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'), true],
    ['Firefox 4', agent('Gecko/20100101 Firefox/4.0'), true],
    ['Firefox 3.6', agent('Gecko/20100401 Firefox/3.6'), false],
    ['IE 9', 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)', true],
    ['IE 8', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', false],
    ['IE 11', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', true],
    ['Edge 12', agent('AppleWebKit/537.36 Chrome/42.0 Safari/537.36 Edge/12.10240'), true],
    ['Edge 126', agent('AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'), true],
    ['Safari 5.1', agent('AppleWebKit/534.57 Version/5.1.7 Safari/534.57', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_7_5)'), true],
    ['Safari 5.0', agent('AppleWebKit/533.16 Version/5.0 Safari/533.16', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_6_3)'), false],
    ['Safari 17', agent('AppleWebKit/605.1 Version/17.1 Safari/605.1', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'), true],
    ['an unknown browser', 'Lynx/2.8.9', false],
  ])('SH-174 %s', (_name, userAgent, isSupported) => {
    expect(supportsOperationsView(platformOf(userAgent), false)).toBe(isSupported);
  });

  test.each([
    ['31', true],
    ['30', false],
  ])('SH-174 iOS Chrome %s on a tablet that is allowed', (version, isSupported) => {
    expect(supportsOperationsView(platformOf(`${IPAD} CriOS/${version}.0.0 Mobile/15E148 Safari/604.1`), true)).toBe(isSupported);
  });

  test.each([
    ['an iPhone', `${IPHONE} Version/17.0 Mobile/15E148 Safari/604.1`],
    ['an Android phone', ANDROID_PHONE],
    ['a Windows Phone', WINDOWS_PHONE],
  ])('SH-175 never on %s', (_name, userAgent) => {
    expect(supportsOperationsView(platformOf(userAgent), true)).toBe(false);
  });

  test.each([
    ['an iPad', `${IPAD} Version/17.0 Mobile/15E148 Safari/604.1`],
    ['an Android tablet', ANDROID_TABLET],
  ])('SH-176 on %s only when tablets are allowed', (_name, userAgent) => {
    expect([true, false].map((allowed) => supportsOperationsView(platformOf(userAgent), allowed))).toEqual([true, false]);
  });
});

test('Windows Phone is no Windows desktop, and a desktop is neither phone nor tablet', () => {
  expect(platformOf(WINDOWS_PHONE)).toMatchObject({ isDesktopWindows: false, isPhone: true, isTablet: false });
  expect(platformOf(agent('AppleWebKit/537.36 Chrome/126.0 Safari/537.36'))).toMatchObject({
    isDesktopWindows: true,
    isPhone: false,
    isTablet: false,
  });
});
