// Calls of a person on a portal that may be gone at any moment: every call says whether it was acknowledged.

type Value = string | number | boolean | object;

/** What became of a call. A call that was lost may or may not have taken effect. */
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
export type Outcome = { kind: 'acknowledged'; reply: any } | { kind: 'refused'; message: string } | { kind: 'lost'; reason: string };

/** A signed-in person. */
export class PortalClient {
  readonly username: string;
  readonly #url: string;
  #token = '';

  constructor(url: string, username: string) {
    this.#url = url;
    this.username = username;
  }

  /** Signs in; the token outlives the processes of the portal. */
  async signIn(password: string): Promise<void> {
    const reply = await this.call('sharing/rest/generateToken', {
      username: this.username,
      password,
      client: 'requestip',
      expiration: 600,
    });
    if (reply.kind !== 'acknowledged') throw new Error(`Signing in failed: ${JSON.stringify(reply)}`);
    this.#token = reply.reply.token;
  }

  /** POSTs a form. */
  async call(path: string, params: Record<string, Value> = {}, files: Record<string, File> = {}): Promise<Outcome> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ f: 'json', ...(this.#token === '' ? {} : { token: this.#token }), ...params }))
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    for (const [name, file] of Object.entries(files)) form.append(name, file);
    try {
      const response = await fetch(`${this.#url}/${path}`, { method: 'POST', body: form, signal: AbortSignal.timeout(20_000) });
      const reply = await response.json();
      if (reply.error === undefined) return { kind: 'acknowledged', reply };
      // What the portal could not do because a part of it was gone is not a refusal: it may have happened all the same.
      if (reply.error.code >= 500) return { kind: 'lost', reason: String(reply.error.message) };
      return { kind: 'refused', message: `${path}: ${JSON.stringify(reply.error)}` };
    } catch (error) {
      return { kind: 'lost', reason: String(error) };
    }
  }

  /** The bytes of a file. @throws Error when the portal does not give it */
  async bytes(path: string): Promise<Uint8Array> {
    const response = await fetch(`${this.#url}/${path}`, { method: 'POST', body: new URLSearchParams({ token: this.#token }) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** A call that is repeated until the portal answers. @throws Error when it refuses, or does not answer for a minute */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  async must(path: string, params: Record<string, Value> = {}): Promise<any> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.call(path, params);
      if (outcome.kind === 'acknowledged') return outcome.reply;
      if (outcome.kind === 'refused') throw new Error(outcome.message);
      if (attempt > 120) throw new Error(`${path}: ${outcome.reason}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
