// Somebody who calls the application: strangers without a token, people with theirs.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** A reply of the API as tests look at it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
export type AnyReply = any;

/** A file to send. */
export interface TestFile {
  name: string;
  bytes: Uint8Array | string;
  type?: string;
}

type Value = string | number | boolean | object;

/** Calls the application by injection. */
export class Agent {
  readonly username: string | null;
  readonly token: string | null;
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance, username: string | null, token: string | null) {
    this.#app = app;
    this.username = username;
    this.token = token;
  }

  /** GET under the sharing root, or an absolute path; the parsed reply. */
  async get(path: string, params: Record<string, Value> = {}): Promise<AnyReply> {
    return (await this.raw('GET', path, params)).json();
  }

  /** POST as a URL-encoded form; the parsed reply. */
  async post(path: string, params: Record<string, Value> = {}): Promise<AnyReply> {
    return (await this.raw('POST', path, params)).json();
  }

  /** POST as a multipart form with files; the parsed reply. */
  async upload(path: string, params: Record<string, Value>, files: Record<string, TestFile>): Promise<AnyReply> {
    return (await this.rawUpload(path, params, files)).json();
  }

  /** POST as a multipart form with files; the whole response. */
  async rawUpload(path: string, params: Record<string, Value>, files: Record<string, TestFile>): Promise<LightMyRequestResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ f: 'json', ...params })) form.append(name, text(value));
    for (const [name, file] of Object.entries(files)) {
      form.append(
        name,
        new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)], {
          type: file.type ?? 'application/octet-stream',
        }),
        file.name,
      );
    }
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    return this.#app.inject({
      method: 'POST',
      url: absolute(path),
      headers: { 'content-type': request.headers.get('content-type') ?? '', ...this.#authorization() },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  }

  /** Any request; the whole response. `f=json` is added unless `f` is given (an empty `f` leaves it out). */
  async raw(
    method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS',
    path: string,
    params: Record<string, Value> = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const entries = Object.entries({ f: 'json', ...params }).filter(([name, value]) => name !== 'f' || value !== '');
    const form = new URLSearchParams(entries.map(([name, value]) => [name, text(value)])).toString();
    const url = absolute(path);
    if (method === 'POST') {
      return this.#app.inject({
        method,
        url,
        payload: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...this.#authorization(), ...headers },
      });
    }
    const query = form === '' ? '' : `${url.includes('?') ? '&' : '?'}${form}`;
    return this.#app.inject({ method, url: `${url}${query}`, headers: { ...this.#authorization(), ...headers } });
  }

  #authorization(): Record<string, string> {
    return this.token === null ? {} : { authorization: `Bearer ${this.token}` };
  }
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/sharing/rest/${path}`;
}

function text(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
