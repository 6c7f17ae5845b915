// Errors of queries: they name the parameter and never show text of the database.
import { PortalError } from '@graticule/contract/errors';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { GeometryError } from '@graticule/geo/esri/geometry-error';
import { type SentenceCode, sentence } from '@graticule/geo/sentence';
import { WhereError } from '../where/where-error.ts';

/** A coordinate system that cannot be used. */
export function unknownSystem(parameter: string, wkid: number): PortalError {
  return refuse('query-system-unknown', { parameter, wkid });
}

/** A field that the layer does not have. */
export function unknownField(fields: readonly { name: string }[], name: string): PortalError {
  return refuse('query-field', { name: name.slice(0, 100), fields: listed(fields.map((field) => field.name)) });
}

/** Parameters that hold conditions; the others hold expressions. */
const CONDITIONS: readonly string[] = ['where', 'having', 'attachmentsDefinitionExpression'];

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
      if (code === 'where-field') throw refuse('query-field', { name: String(values.field), fields: String(values.fields) }, { reasons });
      const kind = CONDITIONS.includes(name) ? 'query-condition' : 'query-expression';
      throw refuse(kind, { parameter: name, why: error.message }, { reasons });
    }
    if (error instanceof GeometryError) throw refuse(ofGeometry(name), { parameter: name, why: error.message });
    throw error;
  }
}

function ofGeometry(parameter: string): 'query-geometry-text' | 'query-system-text' | 'query-quantization' {
  if (/SR$/.test(parameter)) return 'query-system-text';
  return parameter === 'quantizationParameters' ? 'query-quantization' : 'query-geometry-text';
}

/** SQLSTATE classes that mean a value of the caller cannot be computed with. */
const DATA_FAULT = /^(22|2201|54)/;

/** Turns what the database refuses because of the caller's values into an error for the caller. */
export function translateQueryError(error: unknown): never {
  if (error instanceof PortalError) throw error;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code !== undefined && DATA_FAULT.test(code)) {
    const reasons = [sentence('expression-no-value')];
    throw refuse('query-no-value', {}, { reasons, cause: error });
  }
  if (code === '23505') throw refuse('value-taken', {}, { cause: error });
  if (code === '42803') throw refuse('query-not-grouped', {}, { cause: error });
  if (code === '44000') throw refuse('feature-leaves-view', {}, { cause: error });
  if (code === 'XX000' && /antipodal/i.test(message ?? '')) throw refuse('query-half-earth', {}, { cause: error });
  // PostGIS reports coordinates that a projection cannot take as internal errors.
  if (code === 'XX000' && /transform|projection|coordinate|geometry/i.test(message ?? '')) {
    throw refuse('query-unprojectable', {}, { cause: error });
  }
  throw error;
}
