// Serves the built pages: hashed files for ever, the entry page for every page address, a plain answer without a build.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fail } from '@graticule/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describedPage, type PageHead } from '../page-head.ts';
import { sendError } from './errors.ts';
import { isApiPath } from './server.ts';

/** Page addresses: no last part with an ending, or one that ends in `.html`. */
const PAGE = /(^|\/)([^/.]*|[^/]*\.html)$/;

/**
 * The policy of the pages. The map engine makes its worker from a file and decodes pictures as blobs;
 * the component library sets inline style attributes. Scripts come from the portal only.
 */
function contentSecurityPolicy({ embeddable, framesOthers }: { embeddable: boolean; framesOthers: boolean }): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self' https: http:",
    "worker-src 'self' blob:",
    `frame-src 'self'${framesOthers ? ' https: http:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${embeddable ? '*' : "'self'"}`,
  ].join('; ');
}

/** Whether a request asks for the viewer in its embeddable form: it shows a map and offers no changes. */
function isEmbed(request: FastifyRequest): boolean {
  const [path = '', query = ''] = request.url.split('?');
  return /\/webmap\/viewer\.html$/i.test(path) && new URLSearchParams(query).get('embed') === 'true';
}

/** Whether a request asks for the page that shows an app, which is another site, while it is configured. */
function isAppPreview(request: FastifyRequest): boolean {
  return /\/webmap\/configureapp\.html$/i.test(request.url.split('?')[0] ?? '');
}

/** Tells what a page says about itself to visitors; undefined for pages that say nothing. */
export type DescribePage = (request: FastifyRequest) => Promise<PageHead | undefined>;

/** Adds the pages, and the answers for everything that nobody bound. */
export async function addWeb(app: FastifyInstance, webDir: string | undefined, describe?: DescribePage): Promise<void> {
  const built =
    webDir !== undefined &&
    (await stat(join(webDir, 'index.html')).then(
      () => true,
      () => false,
    ));
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      serve: true,
      index: false,
      wildcard: false,
      // The entry page goes out with its policy below; as a file it could be framed by anybody.
      globIgnore: ['**/*.html', '**/*.html.*'],
      preCompressed: true,
      acceptRanges: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  }
  const entry = built ? await readFile(join(webDir, 'index.html'), 'utf8') : undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (isApiPath(request.url)) {
      const services = /^\/rest(\/|$)/i.test(path);
      await sendError(reply, fail(services ? 'PATH_NOT_FOUND' : 'OPERATION_NOT_SUPPORTED'), {
        isOfFile: false,
        isOfService: services,
        format: '',
      });
    } else if ((request.method === 'GET' || request.method === 'HEAD') && PAGE.test(path))
      await sendPage(request, reply, await withHead(request, entry, describe));
    else await sendError(reply, fail('PATH_NOT_FOUND'), { isOfFile: true, isOfService: false, format: '' });
  });
}

/** A page is shown even when it could not be described. */
async function withHead(
  request: FastifyRequest,
  entry: string | undefined,
  describe: DescribePage | undefined,
): Promise<string | undefined> {
  if (entry === undefined || describe === undefined) return entry;
  try {
    const head = await describe(request);
    return head === undefined ? entry : describedPage(entry, head);
  } catch (error) {
    request.log.warn({ err: error }, 'a page could not be described');
    return entry;
  }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, entry: string | undefined): Promise<void> {
  reply
    .header('content-security-policy', contentSecurityPolicy({ embeddable: isEmbed(request), framesOthers: isAppPreview(request) }))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8');
  await reply.send(entry ?? '<!doctype html><title>Graticule</title><p>The pages have not been built. Run <code>npm run build</code>.</p>');
}
