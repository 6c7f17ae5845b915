// Prepares what a journey is not about, through the REST API.
import type { Person } from './people.ts';

export type Value = string | number | boolean | object;
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
type Reply = any;

/** A person's token and calls. */
export class Rest {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.#url = url;
    this.#token = token;
  }

  /** POSTs a form; files are sent with it. @throws Error with the portal's own words */
  async post(path: string, params: Record<string, Value> = {}, files: Record<string, File> = {}): Promise<Reply> {
    const form = new FormData();
    const token = this.#token === undefined ? {} : { token: this.#token };
    for (const [name, value] of Object.entries({ f: 'json', ...token, ...params }))
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    for (const [name, file] of Object.entries(files)) form.append(name, file);
    const response = await fetch(`${this.#url}/sharing/rest/${path}`, { method: 'POST', body: form });
    const reply = (await response.json()) as Reply;
    if (reply.error !== undefined) throw new Error(`${path}: ${JSON.stringify(reply.error)}`);
    return reply;
  }

  /** An item without a file; its id. */
  async addItem(owner: Person, fields: Record<string, Value>): Promise<string> {
    return (await this.post(`content/users/${owner.username}/addItem`, fields)).id;
  }
}

/** Signs in by token. */
export async function restAs(url: string, person: Person): Promise<Rest> {
  const reply = await new Rest(url).post('generateToken', {
    username: person.username,
    password: person.password,
    client: 'referer',
    referer: url,
    expiration: 60,
  });
  return new Rest(url, reply.token);
}
