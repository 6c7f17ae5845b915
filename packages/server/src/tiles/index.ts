// The door of tiles.
export { enqueueFarTiles, farTilesJob } from './far-tiles.job.ts';
export { publishPackage } from './publish-package.ts';
export { publishTiles } from './publish-tiles.ts';
export { tileRoutes } from './tiles.routes.ts';
export { warmUpTiles } from './warm-up.ts';
