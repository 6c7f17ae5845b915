// Compares the messages of all languages with English and with the sources that use them.
import { checkMessages } from '../packages/i18n/src/check.ts';
import { isSource, isTest, repositoryFiles, textOf } from './repository.ts';
import { ROOT } from './run-program.ts';

/** Languages that have to be complete in every area; the others are offered with what they have. */
const COMPLETE = ['en', 'ar'];

const sources = repositoryFiles()
  .filter((path) => (/^packages\/(web|i18n)\/src\//.test(path) || path.endsWith('.mail.ts')) && isSource(path) && !isTest(path))
  .map(textOf);
const report = await checkMessages(`${ROOT}/packages/i18n/messages`, sources);

for (const [language, areas] of Object.entries(report.coverage)) {
  const low = Object.entries(areas).filter(([, share]) => share < 1);
  const gaps = low.map(([area, share]) => `${area} ${Math.floor(share * 100)} %`).join(', ');
  console.log(`${language}: ${gaps === '' ? `complete in ${Object.keys(areas).length} areas` : gaps}`);
}
const faults = [
  ...report.missing.filter((entry) => COMPLETE.includes(entry.split(':')[0]?.split('/')[1] ?? '')).map((entry) => `missing ${entry}`),
  ...report.unknown.map((entry) => `not in English ${entry}`),
  ...report.unused.map((entry) => `used nowhere ${entry}`),
  ...report.undefinedKeys.map((entry) => `used but not written ${entry}`),
  ...report.broken.map((entry) => `broken ${entry}`),
];
for (const fault of faults) console.log(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
