// What of the HTTP request a handler may know.

/** Facts of the request beyond its parameters. */
export interface HttpFacts {
  /** The format asked for by `f`, in lower case; empty when it was not given. */
  format: string;
  isHead: boolean;
  range: string | undefined;
  ifNoneMatch: string | undefined;
  /** Names of parameters that were sent empty together with `clearEmptyFields=true`. */
  cleared: ReadonlySet<string>;
  /** Every value of a parameter that may be repeated. */
  repeated(name: string): string[];
  /** Whether a parameter came in the query string; passwords must not. */
  inQuery(name: string): boolean;
  header(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
}

export interface CookieOptions {
  /** Seconds; a cookie without it lasts for the browser session. */
  maxAgeSeconds?: number;
  httpOnly: boolean;
}
