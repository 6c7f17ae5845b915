// Which columns of a table say by its name where each row is.
import type { AddressFields } from '@graticule/contract/content/publishing';
import { plainName } from '@graticule/geo/formats/csv-place-names';
import { FormatError, type FormatField } from '@graticule/geo/formats/format-reader';
import type { PlaceWords } from '../gazetteer/index.ts';

/** The columns that hold each part of the words of a row, by their names in the file or in the layer. */
export type AddressColumns = Readonly<Partial<Record<keyof PlaceWords, string>>>;

/** The locator's names of the parts, in small letters; those that it can do nothing with are passed over. */
const PARTS: Readonly<Record<string, keyof PlaceWords>> = {
  singleline: 'line',
  'single line input': 'line',
  singlelineinput: 'line',
  address: 'line',
  city: 'name',
  placename: 'name',
  region: 'region',
  state: 'region',
  countrycode: 'country',
  country: 'country',
};

/** The columns that a client names; undefined where none of them says anything about a place. */
export function addressColumns(given: Readonly<Record<string, unknown>>): AddressColumns | undefined {
  const columns: Partial<Record<keyof PlaceWords, string>> = {};
  for (const [field, column] of Object.entries(given)) {
    const part = Object.hasOwn(PARTS, field.toLowerCase()) ? PARTS[field.toLowerCase()] : undefined;
    if (part !== undefined && typeof column === 'string' && column.trim() !== '') columns[part] ??= column;
  }
  return (columns.line ?? columns.name ?? columns.country) ? columns : undefined;
}

/** The places of the columns in the rows. @throws FormatError for a column that the table does not have */
export function placesInRows(columns: AddressColumns, fields: readonly FormatField[]): Partial<Record<keyof PlaceWords, number>> {
  return Object.fromEntries(
    Object.entries(columns).map(([part, column]) => {
      const isSame = (name: string): boolean => name.trim().toLowerCase() === column.trim().toLowerCase();
      const exact = fields.findIndex(({ name, alias }) => name === column || alias === column);
      const at = exact >= 0 ? exact : fields.findIndex(({ name, alias }) => isSame(name) || isSame(alias));
      if (at < 0) throw new FormatError('column-missing', { column });
      return [part, at];
    }),
  );
}

const names = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(plainName));

/** What columns of places are called, in the languages of `csv-place-names.ts`; the first that is there counts. */
const CITY = names(
  'city town place place_name city_name town_name cityname municipality locality village settlement stadt ort ortschaft gemeinde wohnort ortsname ville commune localité lieu ' +
    'ciudad localidad municipio población pueblo cidade comune località città luogo stad plaats gemeente woonplaats plaatsnaam by kommune kommun tätort stedsnavn kaupunki kunta ' +
    'miasto miejscowość gmina město obec város település город населенный_пункт місто πόλη şehir ilçe kota thành_phố ' +
    'مدينة المدينة اسم_المدينة بلدة البلدة قرية المكان مكان עיר יישוב शहर 城市 市 城镇 都市 市区町村 도시',
);
const REGION = names(
  'region state province county state_name province_name admin1 admin_1 department bundesland kanton canton région département provincia región departamento estado ' +
    'provincie regione województwo kraj fylke län maakunta область регион край il منطقة المنطقة محافظة المحافظة ولاية الولاية إقليم מחוז राज्य 省 州 都道府県 도',
);
const COUNTRY = names(
  'country country_name country_code countrycode countryname nation iso iso2 iso3 iso_a2 iso_a3 iso_code cntry land staat staaten länder pays país paese nazione maa ' +
    'země štát zeme ország страна країна χώρα ülke negara quốc_gia دولة الدولة بلد البلد البلاد اسم_الدولة מדינה ארץ देश 国家 國家 国 国名 국가',
);
const LINE = names(
  'location address full_address standort adresse dirección ubicación endereço indirizzo adres osoite adress адрес адреса διεύθυνση adres العنوان عنوان الموقع כתובת पता 地址 地点 住所 주소',
);

/** The columns as clients send them back. */
export function wireAddress({ line, name, region, country }: AddressColumns): AddressFields {
  return {
    ...(line === undefined ? {} : { SingleLine: line }),
    ...(name === undefined ? {} : { City: name }),
    ...(region === undefined ? {} : { Region: region }),
    ...(country === undefined ? {} : { CountryCode: country }),
  };
}

/** Columns of texts whose headers are those of places; undefined where there are none. */
export function columnsOfPlaces(fields: readonly FormatField[]): AddressColumns | undefined {
  const called = (words: ReadonlySet<string>): string | undefined =>
    fields.find(({ alias, type }) => type === 'esriFieldTypeString' && words.has(plainName(alias)))?.name;
  const [name, region, country] = [called(CITY), called(REGION), called(COUNTRY)];
  const line = name === undefined ? called(LINE) : undefined;
  const narrowing = { ...(region === undefined ? {} : { region }), ...(country === undefined ? {} : { country }) };
  if (name !== undefined) return { name, ...narrowing };
  if (line !== undefined) return { line, ...narrowing };
  return country === undefined || region !== undefined ? undefined : { country };
}
