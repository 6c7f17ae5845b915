// The names that columns with coordinates have, in many languages and spellings.

/** A name without accents, capitals and signs, its words joined by `_`: `decimalLatitude` and `Decimal latitude (°)` are the same. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}|ـ/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

const names = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')).map(plainName));

/** Words that mean nothing but degrees north of the equator, wherever in a name they stand. */
export const LATITUDE_WORDS = names(
  'lat latitude latitud latitudine latitut latitudes latitudem breitengrad breedtegraad breddegrad breddgrad leveyspiiri',
  'enlem широта latdd latdeg 纬度 緯度 위도 vĩ_độ lintang',
);
export const LONGITUDE_WORDS = names(
  'lon long lng longitude longitud longitudine longitudes longitudem längengrad laengengrad lengtegraad lengdegrad längdgrad længdegrad',
  'pituuspiiri boylam долгота londd longdd lngdd londeg longdeg 经度 經度 経度 경도 kinh_độ bujur',
);
export const LATITUDE = new Set([
  ...LATITUDE_WORDS,
  ...names(
    'geo_lat geolat latdd lat_dd latitude_wgs84 decimallatitude gpslatitude gpslat intptlat zemepisna_sirka zeměpisná_šířka',
    'szerokość_geogr szerokosc_geogr földrajzi_szélesség γεωγραφικό_πλάτος',
    'szerokość_geograficzna geogr_breite geographische_breite geografische_breite geografische_breedte latitude_géographique',
    'خط_العرض خط_عرض خطوط_العرض دائرة_العرض دائرة_عرض دوائر_العرض קו_רוחב अक्षांश',
  ),
]);
export const LONGITUDE = new Set([
  ...LONGITUDE_WORDS,
  ...names(
    'geo_lon geo_lng geo_long geolon geolng geolong lon_dd long_dd lng_dd decimallongitude gpslongitude gpslon gpslong gpslng intptlon intptlong',
    'długość_geogr dlugosc_geogr földrajzi_hosszúság γεωγραφικό_μήκος',
    'zemepisna_delka zeměpisná_délka długość_geograficzna geogr_länge geographische_länge geografische_länge geografische_lengte longitude_géographique',
    'خط_الطول خط_طول خطوط_الطول קו_אורך देशांतर',
  ),
]);
/** Words of one language for latitude and longitude that also mean the width and the length of things: only values tell which. */
export const WIDTHS_AND_LENGTHS: readonly { widths: ReadonlySet<string>; lengths: ReadonlySet<string> }[] = [
  ['breite', 'länge laenge'],
  ['breedte', 'lengte'],
  ['bredde', 'længde lengde'],
  ['bredd', 'längd'],
  ['šířka', 'délka'],
  ['szerokość szerokosc', 'długość dlugosc'],
  ['szélesség', 'hosszúság'],
  ['πλάτος', 'μήκος'],
  ['العرض عرض', 'الطول طول'],
  ['רוחב', 'אורך'],
].map(([widths = '', lengths = '']) => ({ widths: names(widths), lengths: names(lengths) }));
export const X = names(
  'x xcoord x_coord coordx coord_x point_x pointx x_wgs84 pos_x xpos lonx x_lon x_long x_lng إحداثي_س س الإحداثي_السيني',
);
export const Y = names('y ycoord y_coord coordy coord_y point_y pointy y_wgs84 pos_y ypos laty y_lat إحداثي_ص ص الإحداثي_الصادي');
/** Words that may stand beside the x or the y of a pair. */
export const COORDINATE_WORDS = names(
  'coord coords coordinate coordinates koordinate koordinaten koordinat coordinaat coordonnee coordonnees coordenada coordenadas coordinata coordinate',
  'wsp wspolrzedna souradnice koordinata point pos position wgs84 wgs lambert93 l93 utm lv95 lv03 rd crs map geo centroid centroide center centre loc',
);
export const EASTING = names(
  'easting eastings east este ost est rechtswert rw ostwert hochwert_x e_coord coord_e e_koordinate e_utm utm_e utm_easting osgb_easting',
  'x_utm utm_x شرق شرقيات الشرقيات',
);
export const NORTHING = names(
  'northing northings north norte nord hochwert hw nordwert n_coord coord_n n_koordinate n_utm utm_n utm_northing osgb_northing',
  'y_utm utm_y شمال شماليات الشماليات',
);
export const GEOMETRY = names(
  'wkt geometry_wkt geom_wkt wkt_geom wkt_geometry the_geom geom geometry shape geometria geometrie wkb wkb_geometry geom_wkb ewkb ewkt geojson geo_json geom_json geometry_json st_astext',
);
/** Columns that hold both numbers, as `48.85, 2.35`. */
export const BOTH = names(
  'latlon latlng latlong lat_lon lat_lng lat_long latitude_longitude lonlat lnglat longlat lon_lat lng_lat long_lat longitude_latitude coordinates',
  'coordinate coords coord koordinaten koordinat coordenadas coordonnées coordinate coordinaten gps gps_coordinates gps_koordinaten geo_point geo_point_2d',
  'geopoint geolocation location position point lage ubicación localisation plaats الإحداثيات إحداثيات الموقع 坐标 座標 координаты',
);
/** Of those, the ones whose first number is the longitude. */
export const LONGITUDE_FIRST = names('lonlat lnglat longlat lon_lat lng_lat long_lat longitude_latitude');
/** Of those, the ones whose first number is the latitude. */
export const LATITUDE_FIRST = names(
  'latlon latlng latlong lat_lon lat_lng lat_long latitude_longitude geo_point geo_point_2d geopoint gps gps_coordinates gps_koordinaten',
);
/** Words that say how a number of a pair is written, or whose place it is not. */
export const UNIT_WORDS = names('n e s w deg degree degrees grad dd dec decimal decimals wgs84 wgs 84 epsg 4326 gps x y geo');
