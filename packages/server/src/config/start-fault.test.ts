import { expect, it } from 'vitest';
import { startFault } from './start-fault.ts';

const DATA = '/srv/graticule/data';
const ON_POSTGRES = { dataDir: DATA, databaseUrl: 'postgres://maps:hunter2@db.example.org/maps' };
const EMBEDDED = { dataDir: DATA, databaseUrl: undefined };
const fault = (facts: object, message = 'what the system says') => Object.assign(new Error(message), facts);

it.each([
  [fault({ code: 'EADDRINUSE', syscall: 'listen', port: 8080 }), EMBEDDED, /Port 8080 is in use.*GRATICULE_PORT/],
  [fault({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.9.9.9' }), EMBEDDED, /no address 10\.9\.9\.9.*GRATICULE_HOST/],
  [fault({ code: 'EACCES', syscall: 'listen', port: 80 }), EMBEDDED, /port 80\..*above 1023/],
  [fault({ code: 'ECONNREFUSED', syscall: 'connect' }), ON_POSTGRES, /DATABASE_URL.*start the server/],
  [fault({ code: 'ENOENT', syscall: 'connect', path: '/run/.s.PGSQL.5432' }), ON_POSTGRES, /DATABASE_URL.*no such socket/],
  [fault({ code: '28P01' }), ON_POSTGRES, /DATABASE_URL.*user name and password/],
  [fault({ code: '3D000' }), ON_POSTGRES, /DATABASE_URL.*createdb/],
  [fault({ code: 'EROFS', path: `${DATA}/database.copying` }), EMBEDDED, /data folder \/srv.*read-only.*GRATICULE_DATA_DIR/],
  [fault({ code: 'EEXIST', path: DATA }), EMBEDDED, /a file, not a folder/],
  [fault({ code: 'ENOSPC', path: '/opt/template/a', dest: `${DATA}/a` }), EMBEDDED, /disk is full/],
  [fault({ name: 'MigrationError' }, 'The database was made by a newer release: …'), EMBEDDED, /back-up/],
  [
    fault({ name: 'MigrationError', cause: { code: '0A000' } }, 'Migration 0001.sql failed: extension "postgis" is not available'),
    ON_POSTGRES,
    /Install PostGIS/,
  ],
])('says of %s what to do', (error, places, words) => {
  const said = startFault(error, places);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/hunter2|undefined/);
});

it('leaves faults of the product as they are', () => {
  expect(startFault(new TypeError('x is not a function'), EMBEDDED)).toBeUndefined();
  // A file elsewhere is no fault of the data folder, and without a database server none is to blame.
  expect(startFault(fault({ code: 'ENOENT', path: '/etc/other' }), EMBEDDED)).toBeUndefined();
  expect(startFault(fault({ code: 'ECONNREFUSED', syscall: 'connect' }), EMBEDDED)).toBeUndefined();
  expect(startFault(undefined, undefined)).toBeUndefined();
});
