// The ellipsoid of WGS 84.

export const SEMI_MAJOR = 6378137;
export const FLATTENING = 1 / 298.257223563;
export const SEMI_MINOR = SEMI_MAJOR * (1 - FLATTENING);
