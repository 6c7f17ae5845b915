// The endpoint value: one description of an address that the server binds and a client calls.
import type { Param } from './param.ts';
import type { Privilege } from './privileges.ts';

/** Parameters by name. Methods of a parameter are compared loosely, so one of any type fits. */
export type Params = Readonly<Record<string, Param<unknown, unknown, boolean>>>;

/** Names after `:` in a path, and `*` for a path that ends in `/*` (everything below, slashes included). */
export type PathNames<Path extends string> = Path extends `${infer Start}/*`
  ? PathNames<Start> | '*'
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathNames<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/**
 * How success and failure are written.
 * - `json`: HTTP 200 with an error envelope (sharing and service endpoints)
 * - `file`: bytes; failures have a real HTTP status unless `f=json` was asked for
 * - `oauth`: JSON in the OAuth form
 * - `page`: HTML for a person
 */
export type Manner = 'json' | 'file' | 'oauth' | 'page';

export interface EndpointOptions {
  /** `read` answers GET and POST; `change` answers POST only (GET gives 405). */
  method: 'read' | 'change';
  /** What the caller needs before the operation runs; finer rules stand in the operation. */
  needs: 'nothing' | 'user' | Privilege;
  manner: Manner;
  /** Formats of `f` beyond `json` and `pjson`. */
  formats: readonly string[];
  /** The answer holds a new token or depends on a secret: never wrapped in a callback. */
  confidential: boolean;
  /** What is wrong with a parameter is told as queries of features tell it: one message for all, and the parameter among the details. */
  refusesAsQuery: boolean;
  /** Bytes of body accepted; files have their own limit in the configuration. */
  maxBodyBytes: number;
  /** One sentence for the generated reference. */
  summary: string;
}

/** An address of the portal with its parameters and the type of its reply. */
export interface Endpoint<Path extends string = string, P extends Params = Params, Reply = unknown> extends EndpointOptions {
  path: Path;
  params: P;
  /** Only carries the type; never set. */
  readonly reply?: Reply;
}

/** What a handler receives: path names and parsed parameters. */
export type ServerInput<E> = E extends Endpoint<infer Path, infer P, unknown> ? InputOf<Path, P> : never;

/** The same for a path and its parameters. */
export type InputOf<Path extends string, P extends Params> = { [K in PathNames<Path>]: string } & Given<P>;

type Given<P extends Params> = {
  [K in keyof P as P[K]['required'] extends true ? K : never]: P[K] extends Param<infer T, infer _C, boolean> ? T : never;
} & {
  [K in keyof P as P[K]['required'] extends true ? never : K]?: P[K] extends Param<infer T, infer _C, boolean> ? T : never;
};

/** What a client gives: path names and values to write. */
export type ClientInput<E> =
  E extends Endpoint<infer Path, infer P, unknown>
    ? { [K in PathNames<Path>]: string } & {
        [K in keyof P as P[K]['required'] extends true ? K : never]: P[K] extends Param<infer _T, infer C, boolean> ? C : never;
      } & {
        [K in keyof P as P[K]['required'] extends true ? never : K]?: P[K] extends Param<infer _T, infer C, boolean> ? C : never;
      }
    : never;

/** The reply type of an endpoint. */
export type ReplyOf<E> = E extends Endpoint<string, Params, infer Reply> ? Reply : never;

const DEFAULTS: EndpointOptions = {
  method: 'read',
  needs: 'nothing',
  manner: 'json',
  formats: [],
  confidential: false,
  refusesAsQuery: false,
  maxBodyBytes: 10 * 1024 * 1024,
  summary: '',
};

/**
 * Describes an endpoint.
 * @example const getItem = endpoint<Item>()('/sharing/rest/content/items/:id', {}, { summary: 'An item' });
 */
export function endpoint<Reply>() {
  return <const Path extends string, P extends Params>(
    path: Path,
    params: P,
    options: Partial<EndpointOptions> = {},
  ): Endpoint<Path, P, Reply> => ({
    ...DEFAULTS,
    ...options,
    path,
    params,
  });
}
