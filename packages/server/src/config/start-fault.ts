// Words for what keeps a portal from starting and an operator can mend: what is wrong, and what to do.
import type { Config } from './config.ts';

interface Fault {
  name?: string;
  code?: string;
  port?: number;
  address?: string;
  path?: string;
  dest?: string;
  syscall?: string;
  message?: string;
  cause?: unknown;
}

/** The part of the configuration that faults are about. */
type Places = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** The words, or undefined for a fault that only the error itself explains. No password of the configuration is repeated. */
export function startFault(error: unknown, places: Places | undefined): string | undefined {
  const fault = (error ?? {}) as Fault;
  if (fault.name === 'ConfigError' || fault.name === 'EmbeddedStartError') return fault.message;
  if (fault.name === 'MigrationError') return migrationFault(fault);
  return listenFault(fault) ?? databaseFault(fault, places?.databaseUrl) ?? folderFault(fault, places?.dataDir);
}

function listenFault({ code, port, address, syscall }: Fault): string | undefined {
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. End it, or set GRATICULE_PORT to another port.`;
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set GRATICULE_HOST to one that it has: 127.0.0.1 for this machine alone, 0.0.0.0 for every address.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set GRATICULE_PORT to a port above 1023, and put a reverse proxy before it.`;
  return undefined;
}

/** What PostgreSQL says by its codes, and what keeps it from being reached. */
const OF_DATABASE: Readonly<Record<string, string>> = {
  '28P01': 'it does not take the user name and password',
  '28000': 'it does not let this user in from here: pg_hba.conf of the server says who may',
  '3D000': 'it has no database of that name: make one with createdb',
  '42501': 'its user may not do that: it has to own the database',
  '53300': 'it has no connection left: raise max_connections of the server',
  ECONNREFUSED: 'nothing answers there: start the server, and see that it listens on that address and port',
  ENOTFOUND: 'nobody knows a host of that name',
  EAI_AGAIN: 'the name of its host could not be looked up',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'nothing answers there',
};

function databaseFault({ code = '', syscall, message }: Fault, databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined;
  const isSocket = code === 'ENOENT' && syscall === 'connect';
  const why = isSocket ? 'there is no such socket: start the server' : OF_DATABASE[code];
  return why && `The database of DATABASE_URL cannot be used: ${why}. (${message})`;
}

function migrationFault({ message = '', cause }: Fault): string {
  const { code } = (cause ?? {}) as Fault;
  if (/newer release/.test(message))
    return `${message}\nStart the newer release again, or restore the back-up that was made before it was started.`;
  if (/extension/.test(message) && (code === '0A000' || code === '58P01'))
    return `${message}\nInstall PostGIS for this version of PostgreSQL on the machine of the database, then start again.`;
  if (code === '42501')
    return `${message}\nThe user of DATABASE_URL has to own the database, and the extensions postgis, pg_trgm and btree_gin have to be there: an administrator makes them with "create extension".`;
  return message;
}

const OF_FOLDER: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'it is a file, not a folder',
  ENOSPC: 'the disk is full: 100 MB are needed to begin',
  EDQUOT: 'the quota of this user is used up: 100 MB are needed to begin',
  ENOENT: 'it cannot be made: the file system may be read-only, or a link may lead nowhere',
};

function folderFault({ code = '', path, dest, message }: Fault, dataDir: string | undefined): string | undefined {
  const place = [path, dest].find((one) => dataDir !== undefined && one?.startsWith(dataDir));
  const why = place === undefined ? undefined : OF_FOLDER[code];
  return why && `The data folder ${dataDir} cannot be used: ${why}. Mend it, or set GRATICULE_DATA_DIR to another folder. (${message})`;
}
