// Gives dependency-cruiser the TypeScript of this folder: it needs the compiler's API, which TypeScript 7 no longer has.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/')
      ? { url: pathToFileURL(here.resolve(specifier)).href, format: specifier.endsWith('.json') ? 'json' : 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
