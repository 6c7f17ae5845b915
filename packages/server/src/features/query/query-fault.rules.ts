// Errors of queries: they name the parameter and never show text of the database.
import { fail, PortalError } from '@graticule/contract/errors';
import { GeometryError } from '@graticule/geo/esri/geometry-error';
import { type Sentence, type SentenceCode, sentence } from '@graticule/geo/sentence';
import { WhereError } from '../where/where-error.ts';

/** A parameter that cannot be used; clients get the detail, people the reasons. */
export function invalidParameter(name: string, why = '', reasons: readonly Sentence[] = []): PortalError {
  return fail('INVALID_QUERY', { details: [`'${name}' parameter is invalid${why === '' ? '' : `: ${why}`}`], reasons });
}

/** Why a number of a reference system cannot be used. */
export const UNKNOWN_SYSTEM = 'the portal does not know a coordinate system with this number';

/** A field that the layer does not have. */
export function invalidField(name: string, reasons: readonly Sentence[] = []): PortalError {
  return invalidParameter(`Invalid field: ${name.slice(0, 100)}`, '', reasons);
}

/** What people are told of parameters that they type themselves. */
const SAID: Readonly<Partial<Record<string, SentenceCode>>> = { where: 'where-wrong', calcExpression: 'expression-wrong' };

/** Runs a reader of a parameter; what it refuses becomes an error that names the parameter. */
export function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WhereError) {
      const { code, values } = error.reason;
      const said = SAID[name];
      const reasons = said === undefined ? [] : [sentence(said, { why: error.reason })];
      throw code === 'where-field' ? invalidField(String(values.field), reasons) : invalidParameter(name, `it ${error.message}`, reasons);
    }
    if (error instanceof GeometryError) throw invalidParameter(name, error.message);
    throw error;
  }
}

/** SQLSTATE classes that mean a value of the caller cannot be computed with. */
const DATA_FAULT = /^(22|2201|54)/;

/** Turns what the database refuses because of the caller's values into an error for the caller. */
export function translateQueryError(error: unknown): never {
  if (error instanceof PortalError) throw error;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code !== undefined && DATA_FAULT.test(code)) {
    const reasons = [sentence('expression-no-value')];
    throw fail('INVALID_QUERY', { details: ['A value of the query cannot be computed.'], reasons, cause: error });
  }
  if (code === '23505')
    throw fail('INVALID_REQUEST', { values: ['A value that must be there once only is in use already.'], cause: error });
  if (code === '42803') {
    const why = 'a field that is not grouped stands inside COUNT, SUM and their like, and none of those inside another';
    throw fail('INVALID_QUERY', { details: [`'having' parameter is invalid: ${why}`], cause: error });
  }
  if (code === '44000') throw fail('INVALID_REQUEST', { values: ['The feature would not be part of this view any more.'], cause: error });
  if (code === 'XX000' && /antipodal/i.test(message ?? '')) {
    throw fail('INVALID_QUERY', { details: ["'distance' parameter is invalid: the geometry reaches half around the earth"], cause: error });
  }
  // PostGIS reports coordinates that a projection cannot take as internal errors.
  if (code === 'XX000' && /transform|projection|coordinate|geometry/i.test(message ?? '')) {
    throw fail('UNABLE_TO_COMPLETE', { details: ['The geometry cannot be projected.'], cause: error });
  }
  throw error;
}
