// `npm run check`: everything that can be said about the repository without running the product.
import { CHECKS } from './checks.mjs';
import { run } from './run-program.ts';

const AT_ONCE = 2;
const began = performance.now();
const waiting = [...CHECKS];
let failed = 0;

async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { code, output, seconds } = await run(check.command, { env: { NO_COLOR: '1' } });
    if (code !== 0) failed++;
    if (code !== 0 || check.shows) console.log(output.trimEnd());
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`check: ${CHECKS.length - failed} passed, ${failed} failed (${seconds} s)`);
process.exitCode = failed > 0 ? 1 : 0;
