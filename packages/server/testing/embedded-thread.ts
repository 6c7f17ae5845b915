// One embedded database of a test, in a thread of the host.
import { parentPort, workerData } from 'node:worker_threads';
import { openEmbeddedEngine, outliveLostClients } from '../src/platform/db/embedded-engine.ts';
import type { HostedFolders } from './embedded-host.ts';

outliveLostClients();
const { dataDir, socketDir } = workerData as HostedFolders;
// Memory is cleared at each start, which takes longer than what a test reads from it.
await openEmbeddedEngine(dataDir, socketDir, { shared_buffers: '16MB' });
parentPort?.postMessage('ready');
