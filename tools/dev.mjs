// `npm run dev`: the portal with reload on both sides. The server starts again when its sources change; Vite replaces the pages.
import { NODE, start } from './run-program.ts';

const PAGES_PORT = 5173;
const server = start([NODE, '--watch', '--watch-preserve-output', 'packages/server/src/main.ts']);
const pages = start(['vite', '--port', String(PAGES_PORT), '--strictPort', '--clearScreen', 'false'], {
  cwd: new URL('../packages/web', import.meta.url),
});
console.log(`Open http://localhost:${PAGES_PORT}/ for pages that reload; the portal itself tells its own address.`);

let ending = false;
const end = (code) => {
  if (ending) return;
  ending = true;
  for (const child of [server, pages]) child.kill('SIGTERM');
  process.exitCode = code;
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
for (const child of [server, pages]) {
  child.once('error', (error) => {
    console.error(error.message);
    end(1);
  });
  child.once('exit', (code) => end(code ?? 0));
}
