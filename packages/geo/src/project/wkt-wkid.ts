// Recognises the coordinate systems that most files use from their well-known text.

const BY_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    gcs_wgs_1984: 4326,
    wgs_84: 4326,
    wgs84: 4326,
    gcs_etrs_1989: 4258,
    etrs89: 4258,
    gcs_north_american_1983: 4269,
    nad83: 4269,
    gcs_north_american_1927: 4267,
    gcs_jgd_2011: 6668,
    gcs_jgd_2000: 4612,
    gcs_sirgas_2000: 4674,
    gcs_gda_1994: 4283,
    gcs_gda2020: 7844,
    gcs_rgf_1993: 4171,
    wgs_1984_web_mercator_auxiliary_sphere: 3857,
    wgs_84_pseudo_mercator: 3857,
    etrs_1989_laea: 3035,
    etrs89_extended_laea_europe: 3035,
    'ch1903+_lv95': 2056,
    ch1903_lv03: 21781,
    rgf_1993_lambert_93: 2154,
    rgf93_lambert_93: 2154,
    british_national_grid: 27700,
    osgb36_british_national_grid: 27700,
    osgb_1936_british_national_grid: 27700,
    rd_new: 28992,
    amersfoort_rd_new: 28992,
    tm65_irish_grid: 29902,
    irenet95_irish_transverse_mercator: 2157,
    nzgd_2000_new_zealand_transverse_mercator: 2193,
    nzgd2000_new_zealand_transverse_mercator_2000: 2193,
  }),
);

/** Names that promise grads: PROJ knows their numbers, but cannot make sense of the texts that desktop programs write. */
const IN_GRADS: ReadonlyMap<string, number> = new Map([
  ['gcs_ntf_paris', 4807],
  ['ntf_(paris)', 4807],
]);

const UTM: readonly { pattern: RegExp; base: number; first: number; last: number }[] = [
  { pattern: /^(?:etrs_1989|etrs89)_utm_zone_(\d+)n$/, base: 25800, first: 28, last: 38 },
  { pattern: /^(?:wgs_1984|wgs_84)_utm_zone_(\d+)n$/, base: 32600, first: 1, last: 60 },
  { pattern: /^(?:wgs_1984|wgs_84)_utm_zone_(\d+)s$/, base: 32700, first: 1, last: 60 },
  { pattern: /^(?:nad_1983|nad83)_utm_zone_(\d+)n$/, base: 26900, first: 1, last: 23 },
];

/** The number of the system of places that the text defines, where it is plain. */
export function wkidOfWkt(wkt: string): number | null {
  return authorityOf(wkt) ?? wkidByName(wkt);
}

/** The authority of the whole system stands at the very end; those of its parts stand deeper. */
function authorityOf(wkt: string): number | null {
  const match = /(?:AUTHORITY\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]|\bID\[\s*"EPSG"\s*,\s*(\d+)\s*\])\s*\]\s*$/i.exec(wkt);
  return match ? Number(match[1] ?? match[2]) : null;
}

function wkidByName(wkt: string): number | null {
  const match = /^(PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS)\[\s*"([^"]+)"/i.exec(wkt);
  if (!match?.[2]) return null;
  const name = match[2].toLowerCase().replace(/[\s/-]+/g, '_');
  // A name promises its usual definition only where the units are the usual ones too.
  const [unit, isGrad] = /UNIT\[\s*"(?:foot|us.?survey|foot_us|kilometer|(grad))/i.exec(wkt) ?? [];
  if (unit !== undefined) return isGrad === undefined ? null : (IN_GRADS.get(name) ?? null);
  const known = BY_NAME.get(name);
  if (known !== undefined) return known;
  for (const { pattern, base, first, last } of UTM) {
    const zone = Number(pattern.exec(name)?.[1]);
    if (zone >= first && zone <= last) return base + zone;
  }
  return null;
}
