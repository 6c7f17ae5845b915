// The bundled label fonts as style font faces: the browser fetches a file only when a label needs its script.

import cyrillic400i from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-italic.woff2?url';
import cyrillic400 from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2?url';
import cyrillic600 from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff2?url';
import devanagari400 from '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff2?url';
import devanagari600 from '@fontsource/noto-sans/files/noto-sans-devanagari-600-normal.woff2?url';
import greek400i from '@fontsource/noto-sans/files/noto-sans-greek-400-italic.woff2?url';
import greek400 from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2?url';
import greek600 from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff2?url';
import latin400i from '@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2?url';
import latin400 from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latin600 from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import latinExt400i from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-italic.woff2?url';
import latinExt400 from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import latinExt600 from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff2?url';
import vietnamese400i from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-italic.woff2?url';
import vietnamese400 from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff2?url';
import vietnamese600 from '@fontsource/noto-sans/files/noto-sans-vietnamese-600-normal.woff2?url';
import ranges from '@fontsource/noto-sans/unicode.json';
import arabic400 from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2?url';
import arabic600 from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2?url';
import arabicRanges from '@fontsource/noto-sans-arabic/unicode.json';
import hebrew400 from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2?url';
import hebrew600 from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-600-normal.woff2?url';
import hebrewRanges from '@fontsource/noto-sans-hebrew/unicode.json';
import thai400 from '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2?url';
import thai600 from '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-600-normal.woff2?url';
import thaiRanges from '@fontsource/noto-sans-thai/unicode.json';
import { FONT } from '@graticule/geo/basemap/faces';
import type { FontFacesSpecification } from 'maplibre-gl';

const face = (url: string, range: string) => ({ url, 'unicode-range': range.split(',') });

/** Scripts without an italic are upright in every face. */
const upright400 = [
  face(devanagari400, ranges.devanagari),
  face(arabic400, arabicRanges.arabic),
  face(hebrew400, hebrewRanges.hebrew),
  face(thai400, thaiRanges.thai),
];

/** Font faces of every built-in style. */
export const FONT_FACES: FontFacesSpecification = {
  [FONT.regular]: [
    face(latin400, ranges.latin),
    face(vietnamese400, ranges.vietnamese),
    face(latinExt400, ranges['latin-ext']),
    face(cyrillic400, ranges.cyrillic),
    face(greek400, ranges.greek),
    ...upright400,
  ],
  [FONT.italic]: [
    face(latin400i, ranges.latin),
    face(vietnamese400i, ranges.vietnamese),
    face(latinExt400i, ranges['latin-ext']),
    face(cyrillic400i, ranges.cyrillic),
    face(greek400i, ranges.greek),
    ...upright400,
  ],
  [FONT.semiBold]: [
    face(latin600, ranges.latin),
    face(vietnamese600, ranges.vietnamese),
    face(latinExt600, ranges['latin-ext']),
    face(cyrillic600, ranges.cyrillic),
    face(greek600, ranges.greek),
    face(devanagari600, ranges.devanagari),
    face(arabic600, arabicRanges.arabic),
    face(hebrew600, hebrewRanges.hebrew),
    face(thai600, thaiRanges.thai),
  ],
};
