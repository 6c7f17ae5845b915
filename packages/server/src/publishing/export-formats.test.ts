// What stands in files besides the rows.
import { expect, it } from 'vitest';
import { prjText } from './export-formats.ts';

it('the text beside a shapefile has no shift between datums, with which GDAL cannot read some', () => {
  const datum = 'DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.46]';
  const rest = 'PRIMEM["Paris",2.33722917],UNIT["grad",0.0157],AUTHORITY["EPSG","4807"]]';
  const text = `GEOGCS["NTF (Paris)",${datum},TOWGS84[-168,-60,320,0,0,0,0]],${rest}`;
  expect(prjText(4807, text)).toBe(`GEOGCS["NTF (Paris)",${datum}],${rest}`);
  expect(prjText(4326, text)).toContain('GCS_WGS_1984');
  expect(prjText(99_999, null)).toBeNull();
});
