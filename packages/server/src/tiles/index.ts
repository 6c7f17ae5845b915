// The door of tiles.
export { tileRoutes } from './tiles.routes.ts';
