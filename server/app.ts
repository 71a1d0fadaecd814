import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import proxyAddress from 'proxy-addr';
import type { Config } from './config.ts';
import type { Gateway } from './content-api/gateway.ts';
import type { MediaAccess } from './content-folder/media-access.ts';
import { isCanonical, withoutOrigin } from './http/canonical-address.ts';
import { compressWhileSent } from './http/compress.ts';
import { isReadMethod } from './http/method.ts';
import { securityHeaders, writeHeaders } from './http/security-headers.ts';
import type { Images } from './images/images.ts';
import type { Metrics } from './observability/metrics.ts';
import { RequestLog } from './observability/request-log.ts';
import type { Pages } from './pages/pages.ts';
import { apiBase, cachedAnswers, contentApi } from './routes/api.ts';
import { assets, BuiltFiles, cachedAssets } from './routes/assets.ts';
import { apiErrors, errorView, plainErrors } from './routes/errors.ts';
import { feeds } from './routes/feeds.ts';
import { gallery } from './routes/gallery.tsx';
import { health } from './routes/health.ts';
import { icons } from './routes/icons.ts';
import { cachedImages, scaledImages } from './routes/images.ts';
import { media } from './routes/media.ts';
import { openSearch } from './routes/opensearch.ts';
import { PageRoute } from './routes/pages.ts';
import { canonicalAddressOnly, defaultEditionAtRoot, readMethodsOnly } from './routes/request-checks.ts';
import { robots } from './routes/robots.ts';
import { securityTxt } from './routes/security-txt.ts';
import { sitemap } from './routes/sitemap.ts';
import { webManifest } from './routes/web-manifest.ts';

export interface AppDeps {
  config: Config;
  gateway: Gateway;
  pages: Pages;
  images: Images;
  /** Undefined: every file of the content folder's `media` folder is served. */
  mediaAccess?: MediaAccess;
  /** The folder of the built browser files. */
  clientDir: string;
  log: Logger;
  metrics?: Metrics;
  /** The process is shutting down. */
  isDraining?: () => boolean;
  /** False while the site.yaml of an earlier process is served. */
  isContentReady?: () => boolean;
}

/** Every route, in the order in which a request meets them. The app never listens. */
export function createApp(deps: AppDeps): RequestListener {
  const { config, gateway, pages, images, mediaAccess, clientDir, log, metrics, isDraining = () => false } = deps;
  const requests = new RequestLog(log, metrics, (request) => proxyAddress(request, config.trustsProxy));
  const headers = securityHeaders(config);
  const files = new BuiltFiles(clientDir);
  const sendError = errorView(pages, headers, log);
  const page = new PageRoute({ pages, headers, sendError, log });
  const { locales } = config.site;
  const apiBases = locales.map(apiBase);
  const app = express();
  app.disable('x-powered-by');
  // Routes parse their own parameters.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use((request, response, next) => {
    requests.start(request, response);
    next();
  });
  app.use(health(gateway, isDraining, deps.isContentReady));
  app.use((_request, response, next) => {
    writeHeaders(response, headers);
    next();
  });
  app.use(readMethodsOnly, canonicalAddressOnly, defaultEditionAtRoot(locales));
  app.use('/assets', assets(files));
  app.use('/media', scaledImages(images, config, mediaAccess));
  // Beside an upstream the folder has the files of its theme.
  if (!config.upstream || config.contentDirIsSet) app.use('/media', media(config.contentDir, mediaAccess));
  app.use(icons(gateway, images));
  app.get('/site.webmanifest', webManifest(gateway));
  app.use(compressWhileSent);
  app.get('/robots.txt', robots(config));
  app.get('/.well-known/security.txt', securityTxt(gateway));
  app.use(sitemap(gateway, config.site, log));
  app.use(feeds(gateway, config.site));
  if (config.search !== 'off') app.use(openSearch(gateway, config.site));
  for (const locale of locales) app.use(apiBase(locale), contentApi(gateway, config.contentTtlMs, locale));
  // A build for production has nothing of it.
  if (process.env.NODE_ENV === 'development') app.get('/_gallery', gallery(deps));
  app.use((request, response) => page.serve(request, response));
  app.use(apiBases, apiErrors);
  app.use(['/assets', '/media', ...apiBases], plainErrors(log));
  app.use(((error, request, response, _next) => sendError(error, request, response)) satisfies ErrorRequestHandler);

  // Pages and cache hits in front of Express: its routing takes longer than the response of a hit.
  const findCachedImage = cachedImages(images, config, mediaAccess);
  const findAsset = cachedAssets(files, headers);
  const findAnswer = cachedAnswers(gateway, { headers, ttlMs: config.contentTtlMs });
  return (request, response) => {
    request.url = withoutOrigin(request.url);
    if (isDraining()) response.setHeader('Connection', 'close');
    const { url } = request;
    if (!isReadMethod(request) || !isCanonical(url)) return app(request, response);
    const hit = pages.lookUp(url) ?? findAsset(request, url) ?? findAnswer(request, url) ?? findCachedImage(url);
    if (hit) return requests.sendHit(hit, request, response);
    const found = page.find(url);
    if (!found) return app(request, response);
    requests.start(request, response);
    void page.serve(request, response, found);
  };
}
