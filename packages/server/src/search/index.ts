// The door of search.
export { searchRoutes } from './search.routes.ts';
