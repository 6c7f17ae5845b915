// Colours of the built-in basemap in its two schemes.

/** Which of the two built-in basemaps is drawn. */
export type BasemapScheme = 'light' | 'dark';

/** Colours of one scheme; sea, land and relief are the tokens of the interface. */
export interface BasemapPalette {
  sea: string;
  /** Ring around the land, lighter than the sea. */
  shallows: string;
  graticule: string;
  coast: string;
  land: string;
  ice: string;
  /** Soft band along borders inside the land. */
  relief: string;
  water: string;
  border: string;
  stateBorder: string;
  label: string;
  labelSoft: string;
  waterLabel: string;
  halo: string;
  waterHalo: string;
}

/** The palettes by scheme. */
export const BASEMAP_PALETTES: Readonly<Record<BasemapScheme, BasemapPalette>> = {
  light: {
    sea: '#CFE2EA',
    shallows: '#E3EFF3',
    graticule: '#B9D2DD',
    coast: '#A9C3CF',
    land: '#F3F0E7',
    ice: '#FBFBF8',
    relief: '#E6E0D0',
    water: '#C3DAE4',
    border: '#A79C8B',
    stateBorder: '#CFC7B5',
    label: '#2B3442',
    labelSoft: '#7A7464',
    waterLabel: '#5E8798',
    halo: 'rgba(250, 248, 242, 0.9)',
    waterHalo: 'rgba(207, 226, 234, 0.7)',
  },
  dark: {
    sea: '#0F1C2A',
    shallows: '#142536',
    graticule: '#1A2C3E',
    coast: '#2C4156',
    land: '#1B2632',
    ice: '#27333F',
    relief: '#243140',
    water: '#12202F',
    border: '#566B81',
    stateBorder: '#2F3E4E',
    label: '#D3DBE4',
    labelSoft: '#7C8DA0',
    waterLabel: '#5C7C97',
    halo: 'rgba(19, 28, 38, 0.9)',
    waterHalo: 'rgba(15, 28, 42, 0.7)',
  },
};
