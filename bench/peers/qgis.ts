// QGIS Server on the tables of the floor server, as two processes on a socket; started where Debian's qgis-server and python3-qgis are installed.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithBench, killQuietly, pidsIn } from '../end-with-bench.ts';

const SERVER = '/usr/lib/cgi-bin/qgis_mapserv.fcgi';
/** The one that sees Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** Started processes. */
export interface QgisServer {
  socket: string;
  project: string;
  stop(): void;
}

/** Starts it with its files in the folder `run`; undefined where it is not installed or cannot read the tables. */
export async function startQgis(
  run: string,
  database: { host: string; database: string },
  spawnFcgi: string | undefined,
): Promise<QgisServer | undefined> {
  if (spawnFcgi === undefined || !existsSync(SERVER) || !existsSync(PYTHON)) return undefined;
  const [project, socket, pids] = [join(run, 'bench.qgs'), join(run, 'qgis.sock'), join(run, 'qgis.pid')];
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', HOME: run };
  const script = join(import.meta.dirname, 'qgis-project.py');
  const written = await promisify(execFile)(PYTHON, [script, database.host, database.database, project], { env }).then(
    () => true,
    (error: { stderr?: string }) => {
      console.log(`  QGIS Server takes no part: ${error.stderr?.trim().split('\n').at(-1) ?? 'its project was not written'}`);
      return false;
    },
  );
  if (!written) return undefined;
  execFileSync(spawnFcgi, ['-s', socket, '-M', '0777', '-F', '2', '-P', pids, '--', SERVER], {
    env: { ...env, QGIS_PROJECT_FILE: project, QGIS_SERVER_PARALLEL_RENDERING: '0' },
    stdio: 'ignore',
  });
  const servers = pidsIn(pids);
  const letGo = endWithBench(servers);
  return {
    socket,
    project,
    stop: () => {
      killQuietly(servers);
      letGo();
    },
  };
}
