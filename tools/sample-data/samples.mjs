// Describes the sample layers and maps: what the set-up page publishes. Written to samples.json by build.mjs.

const rgb = (hex, alpha = 255) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).concat(alpha);
const line = (hex, width, alpha = 255) => ({ type: 'esriSLS', style: 'esriSLSSolid', color: rgb(hex, alpha), width });
const fill = (hex, alpha, outline) => ({ type: 'esriSFS', style: 'esriSFSSolid', color: rgb(hex, alpha), outline });
const dot = (hex, size, alpha = 255, outline = line('#FFFFFF', 0.5, 200)) => ({
  type: 'esriSMS',
  style: 'esriSMSCircle',
  color: rgb(hex, alpha),
  size,
  outline,
});

/** Classes by their upper bounds; `labels` are one more than needed for gaps only when given. */
const classes = (field, minValue, breaks, symbolOf, more = {}) => ({
  type: 'classBreaks',
  field,
  minValue,
  classificationMethod: 'esriClassifyManual',
  classBreakInfos: breaks.map(([classMaxValue, label], i) => ({ classMaxValue, label, symbol: symbolOf(i) })),
  ...more,
});

const field = (fieldName, label, format) => ({ fieldName, label, visible: true, isEditable: false, ...(format ? { format } : {}) });
const whole = { places: 0, digitSeparator: true };
const tenth = { places: 1, digitSeparator: true };
const popup = (title, fields) => ({ title, fieldInfos: fields, popupElements: [{ type: 'fields', fieldInfos: fields }] });

const CLEAR_LINE = line('#FFFFFF', 0.5, 150);
const NO_DATA = fill('#C9C9C4', 120, CLEAR_LINE);

const COUNTRY_POPUP = popup('{name}', [
  field('continent', 'Continent'),
  field('population', 'Population (2015)', whole),
  field('area_km2', 'Area, km²', whole),
  field('density', 'People per km²', tenth),
  field('median_age', 'Median age, years', tenth),
  field('life_expectancy', 'Life expectancy, years', tenth),
  field('urban_percent', 'Live in towns, %', tenth),
  field('forest_percent', 'Forest, % of land', tenth),
]);
const CITY_POPUP = popup('{name}, {country}', [
  field('kind', 'Kind'),
  field('region', 'Region'),
  field('population', 'Population', whole),
  field('elevation_m', 'Elevation, m', whole),
  field('time_zone', 'Time zone'),
  field('utc_offset', 'Hours from UTC', { places: 2, digitSeparator: false }),
]);

/** The data sets to publish as hosted layers. */
export const LAYERS = [
  {
    key: 'countries',
    file: 'countries.geojson.gz',
    service: 'World_Countries',
    title: 'World countries',
    geometryType: 'esriGeometryPolygon',
    snippet: 'Countries with population, age, life expectancy and land use.',
    description:
      'Outlines at 1:50 million from Natural Earth; figures from The World Factbook, 2015 edition. Areas and densities are computed from the outlines.',
    tags: ['countries', 'population', 'world'],
    accessInformation: 'Natural Earth; The World Factbook (2015)',
    licenseInfo: 'Public domain',
    displayField: 'name',
    popupInfo: COUNTRY_POPUP,
    drawingInfo: { renderer: { type: 'simple', symbol: fill('#8FB0C9', 140, line('#3F6582', 0.75)) } },
  },
  {
    key: 'cities',
    file: 'cities.geojson.gz',
    service: 'World_Cities',
    title: 'World cities',
    geometryType: 'esriGeometryPoint',
    snippet: '25,000 places over 15,000 people, with population, elevation and time zone.',
    description:
      'Places with more than 15,000 people, and every capital, from GeoNames. Elevations are of the place, or of the terrain where that is unknown; hours from UTC are those without summer time.',
    tags: ['cities', 'population', 'time zones', 'world'],
    accessInformation: 'GeoNames, geonames.org',
    licenseInfo: 'CC BY 4.0',
    displayField: 'name',
    popupInfo: CITY_POPUP,
    drawingInfo: { renderer: { type: 'simple', symbol: dot('#C8402A', 4, 200) } },
  },
  {
    key: 'rivers',
    file: 'rivers.geojson.gz',
    service: 'World_Rivers',
    title: 'World rivers',
    geometryType: 'esriGeometryPolyline',
    snippet: 'The great rivers of the world.',
    description: 'River lines at 1:50 million from Natural Earth, with the length of each line.',
    tags: ['rivers', 'water', 'world'],
    accessInformation: 'Natural Earth',
    licenseInfo: 'Public domain',
    displayField: 'length_km',
    popupInfo: popup('River', [field('length_km', 'Length of this line, km', whole)]),
    drawingInfo: { renderer: { type: 'simple', symbol: line('#2F7FB5', 1.2) } },
  },
  {
    key: 'lakes',
    file: 'lakes.geojson.gz',
    service: 'World_Lakes',
    title: 'World lakes',
    geometryType: 'esriGeometryPolygon',
    snippet: 'The great lakes of the world.',
    description: 'Lakes at 1:50 million from Natural Earth, with their area computed from the outline.',
    tags: ['lakes', 'water', 'world'],
    accessInformation: 'Natural Earth',
    licenseInfo: 'Public domain',
    displayField: 'area_km2',
    popupInfo: popup('Lake', [field('area_km2', 'Area, km²', whole)]),
    drawingInfo: { renderer: { type: 'simple', symbol: fill('#7FB8D8', 230, line('#2F7FB5', 0.75)) } },
  },
  {
    key: 'graticule',
    file: 'graticule.geojson.gz',
    service: 'World_Graticule',
    title: 'World graticule',
    geometryType: 'esriGeometryPolyline',
    snippet: 'Parallels and meridians every ten degrees, tropics and polar circles.',
    description: 'Computed lines of the graticule, with the circles that have names.',
    tags: ['graticule', 'reference', 'world'],
    accessInformation: 'Graticule',
    licenseInfo: 'Public domain',
    displayField: 'name',
    popupInfo: popup('{kind} {degrees}', [field('name', 'Name'), field('degrees', 'Degrees', tenth)]),
    drawingInfo: { renderer: { type: 'simple', symbol: line('#8A97A6', 0.6) } },
  },
];

const BASEMAPS = {
  light: { id: 'graticule-light', title: 'Light', baseMapLayers: [] },
  dark: { id: 'graticule-dark', title: 'Dark', baseMapLayers: [] },
};

const layer = (key, { title, renderer, popupInfo, opacity = 1, labelingInfo, definitionExpression, disablePopup }) => ({
  id: `${key}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  title,
  layerType: 'ArcGISFeatureLayer',
  url: `{layer:${key}}`,
  itemId: `{item:${key}}`,
  visibility: true,
  opacity,
  layerDefinition: {
    drawingInfo: { renderer, ...(labelingInfo ? { labelingInfo } : {}) },
    ...(definitionExpression ? { definitionExpression } : {}),
  },
  ...(disablePopup ? { disablePopup: true } : { popupInfo }),
});

const view = (xmin, ymin, xmax, ymax) => {
  const x = (degrees) => Math.round((degrees * 20037508.342789244) / 180);
  const y = (degrees) => Math.round(Math.log(Math.tan(((90 + degrees) * Math.PI) / 360)) * 6378137);
  return {
    extent: [
      [xmin, ymin],
      [xmax, ymax],
    ],
    viewpoint: {
      targetGeometry: { xmin: x(xmin), ymin: y(ymin), xmax: x(xmax), ymax: y(ymax), spatialReference: { wkid: 102100, latestWkid: 3857 } },
    },
  };
};
const WORLD = view(-150, -52, 165, 72);

const map = (key, title, snippet, description, { tags, basemap, operationalLayers, view: { extent, viewpoint } = WORLD }) => ({
  key,
  title,
  snippet,
  description,
  tags,
  extent,
  accessInformation: 'Natural Earth; GeoNames (CC BY 4.0); The World Factbook (2015)',
  data: {
    operationalLayers,
    baseMap: BASEMAPS[basemap],
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    initialState: { viewpoint },
    authoringApp: 'Graticule',
    authoringAppVersion: '0.1',
    version: '2.31',
  },
});

const ramp =
  (colours, alpha = 215) =>
  (i) =>
    fill(colours[i], alpha, CLEAR_LINE);
const missing = { defaultSymbol: NO_DATA, defaultLabel: 'No figure' };

const CONTINENTS = [
  ['Africa', '#E0A030'],
  ['Asia', '#D1495B'],
  ['Europe', '#3D6FB6'],
  ['North America', '#3A8F6B'],
  ['South America', '#7A5AA6'],
  ['Oceania', '#1F9EAD'],
  ['Antarctica', '#8A97A6'],
];

const bigCities = {
  type: 'uniqueValue',
  field1: 'continent',
  uniqueValueInfos: CONTINENTS.slice(0, 6).map(([value, colour]) => ({
    value,
    label: value,
    symbol: dot(colour, 8, 165, line('#FFFFFF', 0.75, 220)),
  })),
  visualVariables: [
    {
      type: 'sizeInfo',
      field: 'population',
      valueUnit: 'unknown',
      minDataValue: 300000,
      maxDataValue: 22000000,
      minSize: 3,
      maxSize: 44,
      legendOptions: { title: 'Population' },
    },
  ],
};

/** A wheel of hues: neighbours differ, and the day line closes the circle. */
const OFFSET_COLOURS = [
  '#5B4EA3',
  '#4363B5',
  '#3F83C4',
  '#3FA3C4',
  '#3FB8A8',
  '#52B788',
  '#86BF63',
  '#BDBF4A',
  '#E0B03E',
  '#E8903A',
  '#E36F3C',
  '#D65148',
  '#C43F62',
];
const OFFSET_BREAKS = [-9.5, -7.5, -5.5, -3.5, -1.5, 0.5, 2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14];
/** A class holds its upper bound, so half hours (Kabul, St. John's) belong to the class that ends in them. */
const offsetLabel = (max, i) =>
  i === 0 ? 'UTC−11 to −9½' : i === OFFSET_BREAKS.length - 1 ? 'UTC+13 to +14' : `UTC${sign(OFFSET_BREAKS[i - 1] + 0.5)} to ${sign(max)}`;
const hoursText = (hours) => `${Math.trunc(hours) || ''}${hours % 1 === 0 ? '' : '½'}`;
const sign = (hours) => (hours > 0 ? `+${hoursText(hours)}` : hours < 0 ? `−${hoursText(-hours)}` : '±0');
const wholeHours = (field) => ({
  type: 'classBreaks',
  field,
  minValue: -12,
  classificationMethod: 'esriClassifyManual',
  classBreakInfos: OFFSET_BREAKS.map((classMaxValue, i) => ({
    classMaxValue,
    label: offsetLabel(classMaxValue, i),
    symbol: dot(OFFSET_COLOURS[i], 4.5, 215, line('#10161F', 0.25, 120)),
  })),
});

/** The web maps; `{layer:key}` and `{item:key}` stand for the address and the item of a published layer. */
export const MAPS = [
  map(
    'density',
    'How crowded is the world?',
    'People per square kilometre, country by country.',
    'From Greenland, where almost nobody lives, to Bangladesh and the city states. Click a country for its figures.',
    {
      tags: ['population', 'density', 'countries'],
      basemap: 'light',
      operationalLayers: [
        layer('countries', {
          title: 'People per square kilometre',
          popupInfo: COUNTRY_POPUP,
          renderer: classes(
            'density',
            0,
            [
              [10, 'under 10'],
              [25, '10 to 25'],
              [50, '25 to 50'],
              [100, '50 to 100'],
              [200, '100 to 200'],
              [500, '200 to 500'],
              [100000, 'over 500'],
            ],
            ramp(['#FFF3D6', '#FDDFA6', '#FBBF77', '#F3965A', '#DD6A4B', '#B5434A', '#7D2A47']),
            missing,
          ),
        }),
      ],
    },
  ),
  map(
    'cities',
    'Cities of the world',
    'The large cities of every continent, sized by their people.',
    'Each circle is a city of more than 300,000 people; its area grows with the population, its colour is the continent.',
    {
      tags: ['cities', 'population'],
      basemap: 'light',
      operationalLayers: [
        layer('cities', {
          title: 'Cities over 300,000 people',
          popupInfo: CITY_POPUP,
          renderer: bigCities,
          definitionExpression: 'population >= 300000',
        }),
      ],
    },
  ),
  map(
    'gathering',
    'Where people gather',
    'A heat map of the places where the world lives.',
    'Twenty-five thousand towns, weighted by their people, glow where they stand close together.',
    {
      tags: ['heat map', 'population', 'cities'],
      basemap: 'dark',
      operationalLayers: [
        layer('cities', {
          title: 'Where people gather',
          popupInfo: CITY_POPUP,
          opacity: 0.95,
          renderer: {
            type: 'heatmap',
            field: 'population',
            radius: 10,
            minDensity: 0,
            maxDensity: 90000,
            blurRadius: 12,
            colorStops: [
              { ratio: 0, color: [12, 28, 60, 0] },
              { ratio: 0.08, color: [38, 52, 128, 120] },
              { ratio: 0.25, color: [104, 52, 148, 190] },
              { ratio: 0.5, color: [206, 72, 110, 220] },
              { ratio: 0.75, color: [247, 152, 84, 235] },
              { ratio: 1, color: [255, 240, 190, 250] },
            ],
          },
        }),
      ],
    },
  ),
  map(
    'clock',
    'The clock of the cities',
    'Which time the towns of the world keep.',
    'Every town takes the colour of its standard time. The straight zones of the textbook bend around borders: look at China, India and Argentina.',
    {
      tags: ['time zones', 'cities'],
      basemap: 'dark',
      operationalLayers: [layer('cities', { title: 'Standard time', popupInfo: CITY_POPUP, renderer: wholeHours('utc_offset') })],
    },
  ),
  map(
    'age',
    'Young and old countries',
    'The median age of the people of each country.',
    'Half of the people are younger than this age. Africa is young, Europe and Japan are old.',
    {
      tags: ['age', 'population', 'countries'],
      basemap: 'light',
      operationalLayers: [
        layer('countries', {
          title: 'Median age',
          popupInfo: COUNTRY_POPUP,
          renderer: classes(
            'median_age',
            0,
            [
              [20, 'under 20'],
              [25, '20 to 25'],
              [30, '25 to 30'],
              [35, '30 to 35'],
              [40, '35 to 40'],
              [60, 'over 40'],
            ],
            ramp(['#0F7B74', '#58AFA0', '#BFE0D2', '#F2DDB0', '#DDA15E', '#A5622A']),
            missing,
          ),
        }),
      ],
    },
  ),
  map('water', 'Rivers and lakes', 'The great waters of the land.', 'Rivers by the length of their lines, and lakes by their area.', {
    tags: ['rivers', 'lakes', 'water'],
    basemap: 'dark',
    operationalLayers: [
      layer('lakes', {
        title: 'Lakes',
        popupInfo: popup('Lake', [field('area_km2', 'Area, km²', whole)]),
        renderer: classes(
          'area_km2',
          0,
          [
            [2000, 'under 2,000 km²'],
            [10000, '2,000 to 10,000 km²'],
            [500000, 'over 10,000 km²'],
          ],
          (i) => fill(['#3E86B8', '#57A7D6', '#82CBEF'][i], 235, line('#A8DDF5', 0.4, 160)),
        ),
      }),
      layer('rivers', {
        title: 'Rivers',
        popupInfo: popup('River', [field('length_km', 'Length of this line, km', whole)]),
        renderer: classes(
          'length_km',
          0,
          [
            [500, 'under 500 km'],
            [1500, '500 to 1,500 km'],
            [10000, 'over 1,500 km'],
          ],
          (i) => line(['#3F8FC2', '#5FB2E0', '#9ADCFA'][i], [0.6, 1, 1.7][i]),
        ),
      }),
    ],
  }),
  map(
    'thin-air',
    'Towns in thin air',
    'How high above the sea people live.',
    'The Andes, the Ethiopian highlands, Mexico and Tibet stand out: towns above 2,500 metres in violet.',
    {
      tags: ['elevation', 'cities', 'mountains'],
      basemap: 'light',
      operationalLayers: [
        layer('cities', {
          title: 'Elevation of towns',
          popupInfo: CITY_POPUP,
          renderer: classes(
            'elevation_m',
            -450,
            [
              [200, 'under 200 m'],
              [500, '200 to 500 m'],
              [1000, '500 to 1,000 m'],
              [1500, '1,000 to 1,500 m'],
              [2500, '1,500 to 2,500 m'],
              [6000, 'over 2,500 m'],
            ],
            (i) =>
              dot(
                ['#8CC5A2', '#C9D58A', '#EBCB6D', '#E39A4F', '#C65B4A', '#6E2B79'][i],
                [3, 3.5, 4, 4.5, 6, 7.5][i],
                [150, 170, 190, 210, 230, 240][i],
                line('#FFFFFF', 0.3, 140),
              ),
          ),
        }),
      ],
    },
  ),
  map(
    'capitals',
    'Capitals and the graticule',
    'Every capital on the lines that give this portal its name.',
    'Tropics, circles and the prime meridian among parallels and meridians every ten degrees, with the capitals of the world.',
    {
      tags: ['capitals', 'graticule', 'reference'],
      basemap: 'light',
      operationalLayers: [
        layer('graticule', {
          title: 'Graticule',
          disablePopup: true,
          renderer: {
            type: 'uniqueValue',
            field1: 'kind',
            uniqueValueInfos: [
              {
                value: 'Named circle',
                label: 'Tropics, circles, equator, prime meridian',
                symbol: { ...line('#C8402A', 1.4, 200), style: 'esriSLSDash' },
              },
              { value: 'Parallel', label: 'Parallels', symbol: line('#6B8CA3', 0.5, 150) },
              { value: 'Meridian', label: 'Meridians', symbol: line('#6B8CA3', 0.5, 150) },
            ],
          },
        }),
        layer('cities', {
          title: 'Capitals',
          popupInfo: CITY_POPUP,
          definitionExpression: "kind = 'Capital'",
          renderer: {
            type: 'simple',
            label: 'Capital',
            symbol: { type: 'esriSMS', style: 'esriSMSDiamond', color: rgb('#1C5BB8'), size: 8, outline: line('#FFFFFF', 1) },
          },
        }),
      ],
    },
  ),
  map(
    'forests',
    'Where the forests are',
    'How much of each country is covered by forest.',
    'Share of the land under forest. Finland, Gabon and Suriname lead; the desert countries end the list.',
    {
      tags: ['forest', 'land use', 'countries'],
      basemap: 'light',
      operationalLayers: [
        layer('countries', {
          title: 'Forest, share of the land',
          popupInfo: COUNTRY_POPUP,
          renderer: classes(
            'forest_percent',
            0,
            [
              [5, 'under 5 %'],
              [15, '5 to 15 %'],
              [30, '15 to 30 %'],
              [45, '30 to 45 %'],
              [60, '45 to 60 %'],
              [100, 'over 60 %'],
            ],
            ramp(['#F4EBCF', '#DDE3B0', '#B3D08E', '#79B46F', '#3E8F57', '#15603C']),
            missing,
          ),
        }),
      ],
    },
  ),
];
