// The door of the gazetteer: the built-in place search.
export { gazetteerRoutes } from './geocode.routes.ts';
export { ensurePlaces, loadPlacesJob } from './load-places.job.ts';
export { arePlacesLoaded } from './loaded-places.ts';
export { PlaceFinder, requirePlaces } from './place-finder.ts';
export type { PlaceWords } from './row-places.rules.ts';
