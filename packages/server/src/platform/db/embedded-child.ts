// The embedded database in a process of its own.
// Started by embedded.ts with: folder of the data, folder of the socket.
import { openEmbeddedEngine, outliveLostClients } from './embedded-engine.ts';
import { ownFolder } from './folder-owner.ts';

const [dataDir, socketDir] = process.argv.slice(2);
if (dataDir === undefined || socketDir === undefined) throw new Error('Give the data folder and the socket folder.');

outliveLostClients();

/** A database that has lost its portal is of use to nobody and in the way of the next one. */
const LONGEST_END_MS = 8_000;

let ending = (): Promise<void> => Promise.resolve();
let stopping = false;
const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  // Everything acknowledged is on the disk already: what follows is only kinder to the next start.
  setTimeout(() => {
    console.error('embedded database: not closed in time, ended as it was');
    process.exit(1);
  }, LONGEST_END_MS);
  await ending();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined); // The parent decides; a Ctrl-C reaches the whole process group.
// The channel closes when the parent is gone, killed or not: without a parent nobody can use the socket.
process.on('disconnect', () => void stop());
if (!process.connected) await stop(); // It went before this line.

const owner = await ownFolder(dataDir);
ending = async () => owner.release();
const close = await openEmbeddedEngine(dataDir, socketDir);
ending = async () => {
  await close();
  owner.release();
};
process.send?.({ ready: true });
// The parent asks now and then whether statements still come to an end: one statement occupies the whole process.
process.on('message', () => process.send?.({ alive: true }));
