// MapServer and QGIS Server behind nginx on the tables of the floor server, and nginx alone with one file: started where they are installed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithBench, killQuietly, pidsIn } from '../end-with-bench.ts';
import { type QgisServer, startQgis } from './qgis.ts';

/** A started peer. */
export interface Peer {
  url: string;
  /** Process id of nginx, whose children answer. */
  pid: number;
  stop(): Promise<void>;
}

const installed = (program: string): string | undefined =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/lib/cgi-bin'].map((dir) => join(dir, program)).find((path) => existsSync(path));

const layer = (name: string, type: 'POINT' | 'POLYGON', fields: string, connection: string): string => `
  LAYER
    NAME "${name}" TYPE ${type} STATUS ON TEMPLATE "void" MAXFEATURES 10000
    CONNECTIONTYPE POSTGIS CONNECTION "${connection}" PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom FROM (select fid,${fields},geom from floor.${name}) AS t USING UNIQUE fid USING SRID=4326"
    EXTENT -180 -85 180 85
    PROJECTION "init=epsg:4326" END
    METADATA "ows_title" "${name}" "gml_include_items" "all" "gml_featureid" "fid" "ows_include_items" "all" "gml_types" "auto"
      "wfs_use_default_extent_for_getfeature" "false" "gml_geometries" "geom" "gml_geom_type" "${type.toLowerCase()}" END
    CLASS STYLE COLOR 200 80 80 END END
  END`;

function mapFile(port: number, connection: string): string {
  return `MAP
  NAME "bench" STATUS ON EXTENT -180 -85 180 85 UNITS DD SIZE 256 256
  PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_title" "bench" "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857"
    "ows_onlineresource" "http://127.0.0.1:${port}/mapserv?map=BENCH" "wfs_getfeature_formatlist" "geojson"
    "tile_metatile_level" "0" "tile_map_edge_buffer" "0" END END
  OUTPUTFORMAT NAME "mvt" DRIVER MVT FORMATOPTION "EXTENT=4096" FORMATOPTION "EDGE_BUFFER=64" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json; subtype=geojson" FORMATOPTION "STORAGE=stream"
    FORMATOPTION "FORM=SIMPLE" FORMATOPTION "USE_FEATUREID=true" FORMATOPTION "LCO:COORDINATE_PRECISION=6" END
  ${layer('points', 'POINT', 'id,name,kind,value,note', connection)}
  ${layer('cells', 'POLYGON', 'id,name,value', connection)}
END`;
}

function nginxFile(run: string, port: number, qgis: QgisServer | undefined): string {
  return `daemon off; pid ${run}/nginx.pid; error_log ${run}/error.log warn; worker_processes 2; user root;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${run}/b; fastcgi_temp_path ${run}/f; proxy_temp_path ${run}/p; scgi_temp_path ${run}/s; uwsgi_temp_path ${run}/u;
  fastcgi_buffers 64 64k; fastcgi_buffer_size 64k; fastcgi_max_temp_file_size 0;
  upstream mapserv { server unix:${run}/mapserv.sock; keepalive 16; }
  server { listen 127.0.0.1:${port}; root ${run}; default_type application/octet-stream;
    location /static/ { alias ${run}/static-; }
    location /mapserv { include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_NAME /mapserv; fastcgi_param QUERY_STRING $query_string;
      fastcgi_param MAPSERVER_CONFIG_FILE ${run}/mapserver.conf; fastcgi_pass mapserv; }${qgis === undefined ? '' : qgisLocation(qgis)}
  }
}`;
}

const qgisLocation = ({ socket, project }: QgisServer): string => `
    location /qgis { include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_NAME /qgis; fastcgi_split_path_info ^(/qgis)(/.*)$;
      fastcgi_param PATH_INFO $fastcgi_path_info; fastcgi_param QGIS_PROJECT_FILE ${project}; fastcgi_pass unix:${socket}; }`;

/** Starts nginx with a file of `tile`, and MapServer and QGIS Server where they are installed; nothing without nginx. */
export async function startNginx(
  database: { host: string; database: string },
  tile: Uint8Array,
  port: number,
): Promise<(Peer & { hasMapServer: boolean; hasQgis: boolean }) | undefined> {
  const nginx = installed('nginx');
  if (nginx === undefined) return undefined;
  const run = await mkdtemp(join(tmpdir(), 'graticule-peers-'));
  await chmod(run, 0o755);
  await writeFile(join(run, 'static-tile.pbf'), tile);
  const [mapserv, spawnFcgi] = [installed('mapserv'), installed('spawn-fcgi')];
  const qgis = await startQgis(run, database, spawnFcgi);
  await writeFile(join(run, 'nginx.conf'), nginxFile(run, port, qgis));
  const hasMapServer = mapserv !== undefined && spawnFcgi !== undefined;
  if (hasMapServer) {
    const connection = `dbname=${database.database} host=${database.host} user=postgres`;
    await writeFile(join(run, 'bench.map'), mapFile(port, connection));
    await writeFile(
      join(run, 'mapserver.conf'),
      `CONFIG ENV MS_MAP_NO_PATH "1" MS_MAP_PATTERN "." END MAPS BENCH "${run}/bench.map" END END`,
    );
    execFileSync(spawnFcgi, ['-s', join(run, 'mapserv.sock'), '-M', '0777', '-F', '2', '-P', join(run, 'mapserv.pid'), '--', mapserv], {
      env: { ...process.env, MAPSERVER_CONFIG_FILE: join(run, 'mapserver.conf') },
      stdio: 'ignore',
    });
  }
  const child = spawn(nginx, ['-c', join(run, 'nginx.conf'), '-e', join(run, 'error.log')], { stdio: 'ignore' });
  const mapservers = pidsIn(join(run, 'mapserv.pid'));
  const letGo = endWithBench([child.pid ?? 0, ...mapservers].filter((pid) => pid > 0));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    hasMapServer,
    hasQgis: qgis !== undefined,
    stop: async () => {
      qgis?.stop();
      child.kill('SIGTERM');
      killQuietly(mapservers);
      letGo();
      // Servers that are ending may write there still.
      await rm(run, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
