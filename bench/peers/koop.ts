// Koop over the tables of the floor server, where its packages are installed in the folder that BENCH_KOOP names.
// Run with the database's address, the port and that folder.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';

const [databaseUrl, port, folder = '.'] = process.argv.slice(2);
const Koop = createRequire(join(folder, 'package.json'))('@koopjs/koop-core') as new (
  options: object,
) => {
  register(provider: object): void;
  server: { listen(port: number, host: string, started: () => void): void };
};
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });

const TABLES: Readonly<Record<string, { fields: string; geometryType: string }>> = {
  points: { fields: 'fid, id, name, kind, value, note', geometryType: 'Point' },
  cells: { fields: 'fid, id, name, value', geometryType: 'MultiPolygon' },
};
const MOST_IN_PAGE = 2_000;

interface Request {
  params: { id: string };
  query: { geometry?: string };
}

/** What Koop asks for data: one statement, with the box of the query in it. */
class Model {
  async getData({ params, query }: Request, done: (error: unknown, data?: object) => void): Promise<void> {
    try {
      const table = TABLES[params.id];
      if (table === undefined) throw new Error(`There is no table ${params.id}.`);
      const { rows } = await pool.query({
        name: params.id,
        text: `select st_asgeojson(geom, 6) as geometry, ${table.fields} from floor.${params.id}
          where geom && st_makeenvelope($1, $2, $3, $4, 4326) limit ${MOST_IN_PAGE}`,
        values: (query.geometry ?? '-180,-90,180,90').split(',').map(Number),
      });
      done(null, {
        type: 'FeatureCollection',
        metadata: { name: params.id, idField: 'fid', geometryType: table.geometryType, maxRecordCount: MOST_IN_PAGE },
        filtersApplied: { geometry: true, where: true },
        features: rows.map(({ geometry, ...properties }) => ({ type: 'Feature', geometry: JSON.parse(geometry), properties })),
      });
    } catch (error) {
      done(error);
    }
  }
}

const koop = new Koop({ logLevel: 'error' });
koop.register({ type: 'provider', name: 'bench', hosts: false, disableIdParam: false, Model, version: '1.0.0' });
koop.server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
