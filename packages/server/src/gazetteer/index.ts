// The door of the gazetteer: the built-in place search.
export { gazetteerRoutes } from './geocode.routes.ts';
export { ensurePlaces, loadPlacesJob } from './load-places.job.ts';
