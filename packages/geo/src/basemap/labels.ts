// Label layers of the built-in basemap: waters under states under towns under countries.
import type { ExpressionSpecification, SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { FONT } from './faces.ts';
import { countryName, hasLetterCase, isLatinScript, placeName } from './names.ts';
import type { BasemapPalette } from './palette.ts';

interface LabelContext {
  source: string;
  language: string;
  palette: BasemapPalette;
  /** Whether names stand on the right of their towns alone, for programs that look for no other place. */
  fixedNames: boolean;
}

const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification;
const byRank = (cases: readonly [number, number][], otherwise: number): ExpressionSpecification =>
  ['match', ['get', 'rank'], ...cases.flat(), otherwise] as unknown as ExpressionSpecification;

/** The label layers, lowest priority first. */
export function labelLayers(context: LabelContext): SymbolLayerSpecification[] {
  return [
    waters(context),
    ...(isLatinScript(context.language) ? [states(context)] : []),
    towns(context),
    capitals(context),
    countries(context),
  ];
}

function waters({ source, language, palette }: LabelContext): SymbolLayerSpecification {
  return {
    id: 'base-water-labels',
    type: 'symbol',
    source,
    'source-layer': 'waters',
    layout: {
      'text-field': placeName(language),
      'text-font': [FONT.italic],
      'text-size': byZoom(
        1,
        byRank(
          [
            [1, 12],
            [2, 11],
          ],
          10,
        ),
        5,
        byRank(
          [
            [1, 22],
            [2, 20],
          ],
          15,
        ),
      ),
      'text-letter-spacing': hasLetterCase(language) ? ['match', ['get', 'kind'], 'ocean', 0.16, 0.08] : 0,
      'text-max-width': 7,
      'text-line-height': 1.35,
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 6,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.waterHalo, 'text-halo-width': 1, 'text-halo-blur': 0.5 },
  };
}

function states({ source, palette }: LabelContext): SymbolLayerSpecification {
  return {
    id: 'base-state-labels',
    type: 'symbol',
    source,
    'source-layer': 'labels',
    minzoom: 4,
    filter: ['==', ['get', 'kind'], 'state'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [FONT.regular],
      'text-size': byZoom(4, 9.5, 8, 13),
      'text-letter-spacing': 0.12,
      'text-max-width': 7,
      'text-transform': 'uppercase',
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 8,
    },
    paint: { 'text-color': palette.labelSoft, 'text-halo-color': palette.halo, 'text-halo-width': 1 },
  };
}

const townLayout = ({ language, fixedNames }: LabelContext): SymbolLayerSpecification['layout'] => ({
  'text-field': placeName(language),
  ...(fixedNames
    ? { 'text-anchor': 'left', 'text-offset': [0.5, 0], 'text-justify': 'left' }
    : { 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 0.45, 'text-justify': 'auto' }),
  'symbol-sort-key': ['get', 'rank'],
  'text-padding': 4,
  'text-max-width': 8,
});

function towns(context: LabelContext): SymbolLayerSpecification {
  const { source, palette } = context;
  return {
    id: 'base-town-labels',
    type: 'symbol',
    source,
    'source-layer': 'places',
    minzoom: 3,
    filter: ['!=', ['get', 'capital'], 1],
    layout: {
      ...townLayout(context),
      'text-font': [FONT.regular],
      'text-size': byZoom(3, 10, 8, ['interpolate', ['linear'], ['get', 'rank'], 5, 16, 12, 11.5]),
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.2 },
  };
}

function capitals(context: LabelContext): SymbolLayerSpecification {
  const { source, palette } = context;
  return {
    id: 'base-capital-labels',
    type: 'symbol',
    source,
    'source-layer': 'places',
    minzoom: 3,
    filter: ['==', ['get', 'capital'], 1],
    layout: { ...townLayout(context), 'text-font': [FONT.semiBold], 'text-size': byZoom(3, 10.5, 8, 16) },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.3 },
  };
}

function countries({ source, language, palette }: LabelContext): SymbolLayerSpecification {
  const cased = hasLetterCase(language);
  return {
    id: 'base-country-labels',
    type: 'symbol',
    source,
    'source-layer': 'labels',
    maxzoom: 7,
    filter: ['==', ['get', 'kind'], 'country'],
    layout: {
      'text-field': countryName(language),
      'text-font': [FONT.semiBold],
      'text-size': byZoom(
        1,
        byRank(
          [
            [1, 10.5],
            [2, 9],
          ],
          8,
        ),
        3,
        byRank(
          [
            [1, 14],
            [2, 12],
            [3, 11],
          ],
          10,
        ),
        6,
        byRank(
          [
            [1, 20],
            [2, 18],
            [3, 16],
          ],
          14,
        ),
      ),
      'text-transform': cased ? 'uppercase' : 'none',
      'text-letter-spacing': cased ? 0.09 : 0,
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 3,
    },
    paint: {
      'text-color': palette.label,
      'text-opacity': byZoom(2, 0.85, 6, 0.6),
      'text-halo-color': palette.halo,
      'text-halo-width': 1.4,
    },
  };
}
