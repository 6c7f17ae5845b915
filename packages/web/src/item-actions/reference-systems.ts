// Coordinate systems offered by name where a file does not say its own; any other EPSG number can be typed.

/** Name of a coordinate system by its EPSG number. The names are proper names and are not translated. */
const NAMED: Readonly<Record<number, string>> = {
  4326: 'WGS 84',
  3857: 'WGS 84 / Web Mercator',
  4258: 'ETRS89',
  3035: 'ETRS89 / LAEA Europe',
  3034: 'ETRS89 / LCC Europe',
  4269: 'NAD83',
  4674: 'SIRGAS 2000',
  4490: 'CGCS2000',
  4612: 'JGD2000',
  6668: 'JGD2011',
  7844: 'GDA2020',
  27700: 'OSGB36 / British National Grid',
  2157: 'IRENET95 / Irish Transverse Mercator',
  2154: 'RGF93 / Lambert-93',
  28992: 'Amersfoort / RD New',
  31370: 'BD72 / Belgian Lambert 72',
  2056: 'CH1903+ / LV95',
  21781: 'CH1903 / LV03',
  31287: 'MGI / Austria Lambert',
  5514: 'S-JTSK / Krovak East North',
  2180: 'ETRF2000-PL / CS92',
  3006: 'SWEREF99 TM',
  3067: 'ETRS89 / TM35FIN',
  3301: 'Estonian Coordinate System of 1997',
  3059: 'LKS-92 / Latvia TM',
  3346: 'LKS-94 / Lithuania TM',
  3765: 'HTRS96 / Croatia TM',
  3794: 'Slovenia 1996 / Slovene National Grid',
  3844: 'Pulkovo 1942(58) / Stereo70',
  7801: 'BGS2005 / CCS2005',
  23700: 'HD72 / EOV',
  2100: 'GGRS87 / Greek Grid',
  2039: 'Israel 1993 / Israeli TM Grid',
  5070: 'NAD83 / Conus Albers',
  3978: 'NAD83 / Canada Atlas Lambert',
  3347: 'NAD83 / Statistics Canada Lambert',
  6372: 'Mexico ITRF2008 / LCC',
  5880: 'SIRGAS 2000 / Brazil Polyconic',
  2193: 'NZGD2000 / New Zealand Transverse Mercator',
  3577: 'GDA94 / Australian Albers',
  5186: 'Korea 2000 / Central Belt 2010',
  7755: 'WGS 84 / India NSF LCC',
};

/** The zones of the transverse Mercator systems that files are most often in. */
function zones(): [number, string][] {
  const found: [number, string][] = [];
  for (let zone = 28; zone <= 38; zone++) found.push([25800 + zone, `ETRS89 / UTM zone ${zone}N`]);
  for (let zone = 1; zone <= 60; zone++)
    found.push([32600 + zone, `WGS 84 / UTM zone ${zone}N`], [32700 + zone, `WGS 84 / UTM zone ${zone}S`]);
  for (let zone = 1; zone <= 23; zone++) found.push([26900 + zone, `NAD83 / UTM zone ${zone}N`]);
  for (let zone = 17; zone <= 25; zone++) found.push([31960 + zone, `SIRGAS 2000 / UTM zone ${zone}S`]);
  for (let zone = 49; zone <= 56; zone++) found.push([28300 + zone, `GDA94 / MGA zone ${zone}`]);
  return found;
}

const SYSTEMS = new Map<number, string>([
  ...Object.entries(NAMED).map(([wkid, name]): [number, string] => [Number(wkid), name]),
  ...zones(),
]);

/** The other numbers of Web Mercator. */
const WEB_MERCATOR_TWINS: readonly number[] = [102100, 102113, 900913];

/** `ETRS89 / UTM zone 32N (EPSG:25832)`, or the number alone where the name is not known. */
export function referenceSystemName(wkid: number): string {
  const number = WEB_MERCATOR_TWINS.includes(wkid) ? 3857 : wkid;
  const name = SYSTEMS.get(number);
  return name === undefined ? `EPSG:${number}` : `${name} (EPSG:${number})`;
}

/** What a search offers: the systems known by name, and the number that was typed. */
export function offeredReferenceSystems(search: string): { value: string; label: string }[] {
  const typed = /^\s*(?:epsg:)?\s*(\d{4,6})\s*$/i.exec(search)?.[1];
  const all = [...SYSTEMS.keys()];
  if (typed !== undefined && !SYSTEMS.has(Number(typed))) all.unshift(Number(typed));
  return all.map((wkid) => ({ value: String(wkid), label: referenceSystemName(wkid) }));
}
