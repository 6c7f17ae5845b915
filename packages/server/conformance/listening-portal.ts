// A portal that listens, for programs from outside; they get nothing but its address and their account.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArcGISIdentityManager, type IRequestOptions, request } from '@esri/arcgis-rest-request';
import { TEST_PASSWORD, type TestPortal, type TestPortalOptions, testPortal, usernameOf } from '../testing/test-portal.ts';

// Version 4 of the client builds forms that only its own fetch understands, but prefers the built-in one where there is one;
// without it, files arrive as they would from a browser.
Reflect.deleteProperty(globalThis, 'fetch');

/** A portal with an address. */
export interface ListeningPortal extends TestPortal {
  url: string;
  /** Root of the sharing API, as clients take it. */
  sharing: string;
  /** Signs a person in with the public client. */
  signIn(name: string): Promise<ArcGISIdentityManager>;
}

/** Starts the application on a free port. */
export async function listeningPortal(options: TestPortalOptions): Promise<ListeningPortal> {
  const test = await testPortal(options);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const sharing = `${url}/sharing/rest`;
  return {
    ...test,
    url,
    sharing,
    signIn: (name) => ArcGISIdentityManager.signIn({ username: usernameOf(name), password: TEST_PASSWORD, portal: sharing }),
  };
}

/** A file of the shared test data as a browser would send it. */
export async function fixture(path: string, type = 'application/zip'): Promise<File> {
  const bytes = await readFile(join(import.meta.dirname, '../../geo/fixtures', path));
  return new File([new Uint8Array(bytes)], path.split('/').at(-1) ?? path, { type });
}

/** What publishing made. */
export interface Published {
  serviceurl: string;
  serviceItemId: string;
  jobId: string;
}

/** Publishes an item that holds a file and waits until the layer is ready. */
export async function publishAndWait(
  portal: ListeningPortal,
  authentication: ArcGISIdentityManager,
  source: { itemId: string; filetype: string; publishParameters: object },
): Promise<Published> {
  const options: IRequestOptions = { authentication, params: source };
  const { services } = await request(`${portal.sharing}/content/users/${authentication.username}/publish`, options);
  const [service] = services as (Published & { error?: { message: string } })[];
  if (service === undefined || service.error !== undefined) throw new Error(`Publishing was refused: ${service?.error?.message}`);
  await portal.runJobs();
  const status = await request(`${portal.sharing}/content/users/${authentication.username}/items/${service.serviceItemId}/status`, {
    authentication,
    params: { jobId: service.jobId, jobType: 'publish' },
  });
  if (status.status !== 'completed') throw new Error(`Publishing did not complete: ${JSON.stringify(status)}`);
  return service;
}
