// Gives dependency-cruiser the TypeScript of this folder: it needs the compiler's API, which TypeScript 7 no longer has.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

// Without a compiler that it knows, dependency-cruiser reads no TypeScript, finds nothing wrong and says so.
const { version } = here('typescript/package.json');
if (Number.parseInt(version, 10) >= 7) {
  console.error(`Directions of imports need the TypeScript of tools/direction, and ${version} was found. Run "npm install" at the root.`);
  process.exit(1);
}

registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/')
      ? { url: pathToFileURL(here.resolve(specifier)).href, format: specifier.endsWith('.json') ? 'json' : 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
