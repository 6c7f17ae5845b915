// `npm run spec`: how many rows of the specification tests prove, per area; writes docs/spec/coverage.md with the tests.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './run-program.ts';
import { coverageByArea, coveragePage } from './specification.ts';

const { rows, proved, areas } = coverageByArea();
const line = (area, list) => `${area.padEnd(20)} ${String(list.filter(({ id }) => proved.has(id)).length).padStart(4)} of ${list.length}`;
for (const [area, list] of areas) console.log(line(area, list));
console.log(line('all', rows));
await writeFile(join(ROOT, 'docs/spec/coverage.md'), coveragePage());
