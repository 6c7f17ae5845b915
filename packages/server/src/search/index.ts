// The door of search.
export { keepFilling } from './fill-values.ts';
export { savedSearchRoutes } from './saved.routes.ts';
export { searchRoutes } from './search.routes.ts';
export { keepSettled } from './word-counts.ts';
export { forgetUnusedWords } from './words.store.ts';
