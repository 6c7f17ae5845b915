// KML and KMZ: placemarks, their data, and documents that try to do harm.
import { describe, expect, it } from 'vitest';
import { dataset, datasetsIn, hasFixture, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource } from './format-reader.ts';
import { kmlReader } from './kml.ts';

const kml = (body: string): DatasetSource =>
  dataset('a.kml', `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`);
const point = '<Point><coordinates>7.5,47.5,0</coordinates></Point>';

describe('kmlReader', () => {
  it('reads the polygons of a KMZ with their holes and follows no link', async () => {
    const [source] = await datasetsIn('vector/italy_provinces.kmz');
    if (!source) throw new Error('no dataset');
    const description = await kmlReader.describe(source);
    expect(description).toMatchObject({
      geometryType: 'esriGeometryPolygon',
      rowCount: 110,
      hasZ: false,
      spatialReference: { wkid: 4326 },
    });
    expect(description.fields.map((field) => field.name)).toEqual(expect.arrayContaining(['name', 'fips']));
    expect(warningsOf(description)).toContain('The file links to other files (1), which are not read.');
    const { rows, problems } = await readAll(kmlReader, source, { description });
    expect([rows.length, problems.length]).toEqual([110, 0]);
    expect(rows.some((row) => row.values.includes('Messina'))).toBe(true);
  });

  it('takes types of schemas, folders and times into columns', async () => {
    const source = kml(`<Schema id="s"><SimpleField type="string" name="code"/><SimpleField type="int" name="rank"/></Schema>
      <Folder><name>Big</name><Folder><name>Old</name><Placemark><name>12</name><TimeStamp><when>2020-02-03T04:05:06Z</when></TimeStamp>
      <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="code">42</SimpleData><SimpleData name="rank">3</SimpleData></SchemaData>
      <Data name="note"><displayName>Note</displayName><value>a &amp; b</value></Data></ExtendedData>${point}</Placemark></Folder></Folder>
      <Placemark><description><![CDATA[<b>x</b>]]></description></Placemark>`);
    const description = await kmlReader.describe(source);
    const { rows } = await readAll(kmlReader, source, { description });
    const record = (i: number) => Object.fromEntries(description.fields.map((field, at) => [field.name, rows[i]?.values[at]]));
    expect(record(0)).toEqual({
      folder: 'Big / Old',
      name: '12',
      time: Date.UTC(2020, 1, 3, 4, 5, 6),
      code: '42',
      rank: 3,
      note: 'a & b',
      description: null,
    });
    expect(rows[0]?.geometry).toMatchObject({ x: 7.5, y: 47.5 });
    expect(record(1)).toMatchObject({ folder: null, description: '<b>x</b>', rank: null });
    expect(rows[1]?.geometry).toBeNull();
  });

  it('keeps data called like elements of the placemark beside these, unless they say the same', async () => {
    const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`;
    const source = kml(
      `<Folder><name>A</name><Placemark><name>Title</name><description>Words</description><ExtendedData>${
        data('name', 'another') + data('description', ' Words') + data('folder', 'mine') + data('name_1', 'taken')
      }</ExtendedData></Placemark></Folder><Placemark><ExtendedData>${data('name', 'alone')}</ExtendedData></Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)).toEqual(['Data called like parts of their placemark stand in columns of their own: name_2, folder_1.']);
    const { rows } = await readAll(kmlReader, source, { description });
    const record = (i: number) => Object.fromEntries(description.fields.map((field, at) => [field.alias, rows[i]?.values[at]]));
    expect(record(0)).toEqual({
      folder: 'A',
      name: 'Title',
      description: ' Words',
      name_2: 'another',
      folder_1: 'mine',
      name_1: 'taken',
    });
    expect(record(1)).toMatchObject({ folder: null, name: 'alone', name_2: null });
  });

  it('does not fill the fields of a schema with what elements and folders say', async () => {
    const placemark = (title: string, values: string) =>
      `<Placemark><name>${title}</name><ExtendedData><SchemaData schemaUrl="#s">${values}</SchemaData></ExtendedData></Placemark>`;
    const fields = ['code', 'name', 'folder'].map((name) => `<SimpleField name="${name}" type="string"/>`).join('');
    const value = (name: string, text: string) => `<SimpleData name="${name}">${text}</SimpleData>`;
    const source = kml(
      `<Schema id="s">${fields}</Schema>${placemark('A', value('code', 'A') + value('name', 'Anna'))}${placemark('B', value('code', 'B'))}` +
        `<Folder><name>F</name>${placemark('07', value('code', 'C'))}</Folder>`,
    );
    const description = await kmlReader.describe(source);
    expect(description.fields.map(({ alias, type }) => [alias, type.slice(13)])).toEqual([
      ['code', 'String'],
      ['name', 'String'],
      ['folder_1', 'String'],
      ['name_1', 'String'],
    ]);
    const { rows } = await readAll(kmlReader, source, { description });
    expect(rows.map(({ values }) => values)).toEqual([
      ['A', 'Anna', null, null],
      ['B', null, null, null],
      ['C', null, 'F', '07'],
    ]);
  });

  it('reads lines, nested and mixed geometries, tracks and loose spaces', async () => {
    const line = '<LineString><coordinates> 1, 2 3,4,5\n 6,7 </coordinates></LineString>';
    const track = '<gx:Track><when>2020-01-01</when><gx:coord>1 2 3</gx:coord><gx:coord>2 3 4</gx:coord></gx:Track>';
    const source = kml(
      `<Placemark>${line}</Placemark><Placemark><MultiGeometry>${line}<MultiGeometry>${line}</MultiGeometry></MultiGeometry></Placemark>
       <Placemark>${track.replaceAll('gx:', '')}</Placemark><Placemark><MultiGeometry>${line}${point}</MultiGeometry></Placemark><Placemark>${point}</Placemark>
       <Placemark><LineString><coordinates>1,2 x,4</coordinates></LineString></Placemark>`,
    );
    const { rows, problems } = await readAll(kmlReader, source);
    expect(rows.map((row) => (row.geometry as { paths: unknown[] }).paths.length)).toEqual([1, 2, 1, 1]);
    expect(problems.map((problem) => problem.problem)).toEqual([
      'the geometry is a point, and the layer holds another kind',
      '“x,4” is not a coordinate',
    ]);
  });

  it('keeps the first and the last moment of a track, and tells of the others and of what no layer holds', async () => {
    const moments = ['08:00', '08:05', '08:10', '08:15'].map((time) => `<when>2024-05-01T${time}:00Z</when>`).join('');
    const track = `<gx:Track>${moments}<gx:coord>7 47 300</gx:coord><gx:coord>8 48 310</gx:coord></gx:Track>`;
    const source = kml(`<Placemark>${track}</Placemark><GroundOverlay><name>a</name></GroundOverlay><Placemark><Model/></Placemark>`);
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Models, pictures on the ground and the like (2) are left out.',
      'Of the moments of the points of tracks, the first and the last are kept; the others (2) are left out.',
    ]);
    expect(description.fields.map((field) => field.name)).toEqual(['time_begin', 'time_end']);
    const { rows } = await readAll(kmlReader, source, { description });
    expect(rows.map((row) => row.values)).toEqual([
      [Date.UTC(2024, 4, 1, 8), Date.UTC(2024, 4, 1, 8, 15)],
      [null, null],
    ]);
  });

  it('refuses lines of a single point, and counts them where other parts remain, as it does holes without an inside', async () => {
    const track = (...places: string[]) => `<gx:Track>${places.map((place) => `<gx:coord>${place}</gx:coord>`).join('')}</gx:Track>`;
    const line = (places: string) => `<LineString><coordinates>${places}</coordinates></LineString>`;
    const ring = (places: string) => `<LinearRing><coordinates>${places}</coordinates></LinearRing>`;
    const holes = `<innerBoundaryIs>${ring('7,3 8,3')}</innerBoundaryIs><innerBoundaryIs>${ring('5,1 6,1 6,2 5,1')}</innerBoundaryIs>`;
    const source = kml(
      `<Placemark>${track('1 2 3')}</Placemark><Placemark>${line('1,2')}</Placemark>
       <Placemark><gx:MultiTrack>${track('1 2 3', '1 3 3')}${track('9 9 9')}</gx:MultiTrack></Placemark>
       <Placemark><MultiGeometry>${line('1,2')}${line('1,2 3,4')}</MultiGeometry></Placemark>
       <Placemark><Polygon><outerBoundaryIs>${ring('0,0 10,0 10,10 0,0')}</outerBoundaryIs>${holes}</Polygon></Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)[0]).toBe(
      'Lines of a single point and holes with fewer than three corners, which stand beside other parts, are left out: 3.',
    );
    const { rows, problems } = await readAll(kmlReader, source, { description, kind: { type: 'esriGeometryPolyline', layer: 'first' } });
    expect(problems).toEqual([1, 2].map((row) => ({ row, problem: 'the line has a single point' })));
    expect(rows.map((row) => (row.geometry as { paths: unknown[] }).paths.length)).toEqual([1, 1]);
  });

  it('gives positions without a height one between those of their neighbours, and says so', async () => {
    const ring = (side: string, places: string) => `<${side}><LinearRing><coordinates>${places}</coordinates></LinearRing></${side}>`;
    const source = kml(
      `<Placemark><Polygon>${ring('outerBoundaryIs', '0,0,5 10,0,9 10,10,5 0,0,5')}${ring('innerBoundaryIs', '8,1 9,1 9,2 8,1')}</Polygon></Placemark>
       <Placemark><Polygon>${ring('outerBoundaryIs', '0,0 4,0,11 4,4,5 0,4 0,0')}</Polygon></Placemark>
       <Placemark><Polygon>${ring('outerBoundaryIs', '0,0 4,0 4,4 0,0')}</Polygon></Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Points of lines and areas without a height, beside others with one, get a height from their neighbours: 5.',
    ]);
    const { rows } = await readAll(kmlReader, source, { description });
    const heights = rows.map(({ geometry }) => (geometry as { rings: number[][][] }).rings.map((part) => part.map(([, , z]) => z)));
    expect(heights.map((rings) => rings.map((part) => part.toSorted()))).toEqual([
      [
        [5, 5, 5, 9],
        [9, 9, 9, 9],
      ],
      [[11, 5, 7, 9, 9]],
      [[undefined, undefined, undefined, undefined]],
    ]);
  });

  it('keeps all that data say which stand there several times', async () => {
    const data = (...values: string[]): string => values.map((value) => `<Data name="k"><value>${value}</value></Data>`).join('');
    const source = kml(
      [data('007', '8'), data('a', 'a'), data('', 'b', ''), data('c')]
        .map((each) => `<Placemark><ExtendedData>${each}</ExtendedData>${point}</Placemark>`)
        .join(''),
    );
    expect((await readAll(kmlReader, source)).rows.map(({ values }) => values)).toEqual([['007, 8'], ['a'], ['b'], ['c']]);
  });

  it('does not take the heights of one kind of geometry for those of another', async () => {
    const line = '<LineString><coordinates>1,2 3,4</coordinates></LineString>';
    const place = '<Point><coordinates>1,2,30</coordinates></Point>';
    const source = kml(`<Placemark><MultiGeometry>${line}${place}</MultiGeometry></Placemark>`);
    const { kinds } = await kmlReader.describe(source);
    expect(kinds?.map(({ type, hasZ }) => [type, hasZ])).toEqual([
      ['esriGeometryPoint', true],
      ['esriGeometryPolyline', false],
    ]);
  });

  it('tells of values of single points of tracks, and keeps data in elements of other programs', async () => {
    const values = '<gx:SimpleArrayData name="hr"><gx:value>1</gx:value><gx:value>2</gx:value></gx:SimpleArrayData>';
    const track = `<gx:Track><gx:coord>1 2</gx:coord><gx:coord>1 3</gx:coord><gx:angles>5 0 0</gx:angles>
      <ExtendedData><SchemaData>${values}</SchemaData></ExtendedData></gx:Track>`;
    const source = kml(
      `<Placemark><name>a</name><ExtendedData><own:sites>14</own:sites><own:name>b</own:name></ExtendedData>${track}</Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Data called like parts of their placemark stand in columns of their own: name_1.',
      'Values of single points of tracks and routes are left out: 3 (angles, hr).',
    ]);
    expect(description.fields.map(({ name }) => name)).toEqual(['name', 'sites', 'name_1']);
    const { rows } = await readAll(kmlReader, source, { description });
    expect(rows[0]?.values).toEqual(['a', 14, 'b']);
  });

  it('passes over moments of tracks at which the place is not known', async () => {
    const coords = ['1 2 3', '', '1 3 3'].map((coord) => `<gx:coord>${coord}</gx:coord>`).join('');
    const { rows, problems } = await readAll(kmlReader, kml(`<Placemark><gx:Track>${coords}</gx:Track></Placemark>`));
    expect([rows[0]?.geometry, problems]).toMatchObject([
      {
        paths: [
          [
            [1, 2, 3],
            [1, 3, 3],
          ],
        ],
      },
      [],
    ]);
  });

  it('takes the names for people of fields and data as aliases, without their markup', async () => {
    const source = kml(
      `<Schema id="s"><SimpleField name="len" type="int"><displayName><![CDATA[<b>Length (m)</b>]]></displayName></SimpleField><SimpleField name="w"/></Schema>
       <Placemark><name>a</name><ExtendedData><Data name="par"><displayName>Par &amp; more</displayName><value>007</value></Data>
       <Data name="name"><displayName>Other</displayName><value>b</value></Data>
       <SchemaData schemaUrl="#s"><SimpleData name="len">5</SimpleData><SimpleData name="w">6</SimpleData></SchemaData></ExtendedData>${point}</Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(description.fields.map(({ name, alias }) => [name, alias])).toEqual([
      ['name', 'name'],
      ['par', 'Par & more'],
      ['name_1', 'name_1'],
      ['len', 'Length (m)'],
      ['w', 'w'],
    ]);
    expect((await readAll(kmlReader, source, { description })).rows.map(({ values }) => values)).toEqual([['a', '007', 'b', 5, 6]]);
  });

  it('loses nothing of elements that stand there twice or without a name, and takes no updates of other files for its own', async () => {
    const update =
      '<NetworkLinkControl><Update><Change><Placemark targetId="x"><name>n</name></Placemark></Change></Update></NetworkLinkControl>';
    const twice = '<name>a</name><name>b</name><description>x</description><description>x</description>';
    const data = '<ExtendedData><Data><value>7</value></Data></ExtendedData>';
    const source = dataset('a.kml', `<kml>${update}<Placemark>${twice}${data}${point}</Placemark></kml>`);
    const description = await kmlReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'The file links to other files (1), which are not read.',
      'Parts of placemarks that no column holds are left out: 1 (value).',
    ]);
    expect((await readAll(kmlReader, source, { description })).rows.map(({ values }) => values)).toEqual([['a, b', 'x']]);
  });

  it('takes ids, snippets, links, authors and styles of placemarks into columns', async () => {
    const source = kml(
      `<Placemark id=" 007 "><name>a</name><atom:author><atom:name>Ada</atom:name></atom:author><atom:link href="http://a.example/1"/>
       <atom:link href="http://a.example/2"/><Snippet maxLines="1">short</Snippet><styleUrl>#red</styleUrl>${point}</Placemark>
       <Placemark id=""><name>b</name><snippet>12</snippet><styleUrl>other.kml#blue</styleUrl>${point}</Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`)).toEqual(
      ['placemark_id', 'name', 'author', 'link', 'snippet', 'style'].map((name) => `${name} String`),
    );
    expect(description.warnings).toEqual([]);
    expect((await readAll(kmlReader, source, { description })).rows.map(({ values }) => values)).toEqual([
      ['007', 'a', 'Ada', 'http://a.example/1, http://a.example/2', 'short', 'red'],
      [null, 'b', null, null, '12', 'other.kml#blue'],
    ]);
  });

  it('tells what no column takes, of placemarks, of folders, and of how they are drawn', async () => {
    const view = '<LookAt><gx:TimeStamp><when>1999-01-01</when></gx:TimeStamp><longitude>1</longitude><name>x</name></LookAt>';
    const source = kml(
      `<description>All</description><atom:author><atom:name>Ada</atom:name></atom:author><atom:link href="http://a.example/"/>
       <Style id="s"><IconStyle><Icon><href>http://127.0.0.1:1/a.png</href></Icon></IconStyle></Style>
       <NetworkLink><name>n</name><description>d</description><Region/><Link><href>http://127.0.0.1:1/</href></Link></NetworkLink>
       <Folder><name>F</name><ExtendedData><Data name="k"><value>7</value></Data></ExtendedData>
       <Placemark><visibility>0</visibility>${view}<Region><LatLonAltBox><north>1</north></LatLonAltBox></Region>
       <xal:AddressDetails><xal:Country><xal:CountryName>Chile</xal:CountryName></xal:Country></xal:AddressDetails>
       <Point><extrude>1</extrude><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,3</coordinates></Point></Placemark></Folder>
       <gx:Tour><name>t</name><gx:Playlist><gx:FlyTo>${view}</gx:FlyTo></gx:Playlist></gx:Tour>
       <Placemark><open>1</open><visibility>1</visibility><Point><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,0</coordinates></Point></Placemark>`,
    );
    const description = await kmlReader.describe(source);
    expect(description.fields.map(({ name }) => name)).toEqual(['folder']);
    expect(warningsOf(description)).toEqual([
      'The file links to other files (1), which are not read.',
      'Models, pictures on the ground and the like (1) are left out.',
      'Heights that the file gives above the ground are read as they stand, as if above the sea. Features with such: 1.',
      'Parts of placemarks that no column holds are left out: 1 (CountryName).',
      'What the file says of its folders and of itself, beside their names, is left out: description, author, link, value.',
      'How the file draws its features is left out: Style, visibility, LookAt, Region, extrude. Choose symbols for the layer once it is there.',
    ]);
  });

  it('reads placemarks that a schema of the old form calls otherwise, and their fields', async () => {
    const source = kml(
      `<Schema parent="Placemark" name="S_park"><SimpleField type="wstring" name="CODE"/></Schema>
       <S_park><name>a</name><CODE>007</CODE>${point}</S_park><Placemark><name>b</name>${point}</Placemark>`,
    );
    expect((await readAll(kmlReader, source)).rows.map(({ values }) => values)).toEqual([
      ['a', '007'],
      ['b', null],
    ]);
  });

  it.skipIf(!hasFixture('vector/airports.kml'))('reads typed data, folders and descriptions of airports', async () => {
    const source = dataset('vector/airports.kml');
    const description = await kmlReader.describe(source);
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', rowCount: 891, hasZ: false });
    expect(description.warnings.map(({ code }) => code)).toEqual(['drawing-left']);
    expect(description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`)).toEqual([
      'folder String',
      'name String',
      'description String',
      'style String',
      'iata String',
      'scalerank Integer',
    ]);
    const { rows, problems } = await readAll(kmlReader, source, { description });
    expect([rows.length, problems]).toEqual([891, []]);
    expect(rows[0]).toMatchObject({
      geometry: { x: 127.49592, y: 36.72202 },
      values: ['major', "Cheongju Int'l", '<b>CJJ</b> <i>RKTU</i>', 'major', 'CJJ', 9],
    });
    expect(new Set(rows.map((row) => row.values[0])).size).toBe(9);
    expect(rows.filter((row) => row.values[4] === null)).toHaveLength(13);
  });

  it('refuses documents that declare entities before any is used', async () => {
    await expect(kmlReader.describe(dataset('malformed/xxe.kml'))).rejects.toThrow(/xxe\.kml declares entities of its own \(DOCTYPE\)/);
    await expect(kmlReader.describe(kml('<Placemark><name>&nope;</name></Placemark>'))).rejects.toThrow('not well-formed XML');
    await expect(kmlReader.describe(kml('<a>'.repeat(500)))).rejects.toThrow('nested too deeply');
  });

  it('says what a file is that is no KML', async () => {
    await expect(kmlReader.describe(dataset('a.kml', '<html><body/></html>'))).rejects.toThrow('a.kml is a web page.');
    await expect(kmlReader.describe(dataset('a.kml', '<?xml version="1.0"?><gpx/>'))).rejects.toThrow('not KML: it begins with “gpx”');
    await expect(kmlReader.describe(dataset('a.kml', 'hello'))).rejects.toThrow('not well-formed XML');
  });

  it('reads letters in the encoding that the declaration names', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><kml><Placemark><name>Köln</name>${point}</Placemark></kml>`;
    const { rows } = await readAll(kmlReader, { main: memorySource('a.kml', Buffer.from(text, 'latin1')) });
    expect(rows[0]?.values).toEqual(['Köln']);
  });

  it('stops at an element without end instead of keeping it', async () => {
    const piece = new Uint8Array(1 << 20).fill(97);
    const main = {
      name: 'long.kml',
      size: 1e12,
      read: async () => new TextEncoder().encode('<kml><Document>'),
      async *stream() {
        yield new TextEncoder().encode('<?xml version="1.0" encoding="utf-8"?><kml><Placemark><name>');
        for (let i = 0; i < 1000; i++) yield piece;
      },
    };
    await expect(kmlReader.describe({ main }, { encoding: 'utf-8' })).rejects.toThrow('too long to read');
  });
});
