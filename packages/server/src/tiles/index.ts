// The door of tiles.
export { farTilesJob } from './far-tiles.job.ts';
export { enqueueFarTiles } from './far-tiles.ts';
export { publishPackage } from './publish-package.ts';
export { publishTiles } from './publish-tiles.ts';
export { tileRoutes } from './tiles.routes.ts';
export { warmUpTiles } from './warm-up.ts';
