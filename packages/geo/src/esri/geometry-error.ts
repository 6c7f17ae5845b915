// The one error that geometry code throws when what it was given is not a usable geometry.

/** A geometry, spatial reference or geometry parameter that cannot be used; the message says what is wrong with it. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
}
