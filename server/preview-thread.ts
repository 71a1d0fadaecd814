import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type Config, trustOf } from '@foyer/config';
import { openFolderContent } from '@foyer/folder/content';
import { openGateway } from '@foyer/gateway';
import { describeImages, fixedKeys, openImages } from '@foyer/images';
import { loadMessages } from '@foyer/model';
import { createThreadLog } from '@foyer/runtime';
import { withSearch } from '@foyer/search';
import { createApp } from './app.ts';
import { listen } from './http/listen.ts';
import { readManifest } from './pages/manifest.ts';
import { followViews } from './preview/content-view.ts';
import { openPreviewContent } from './preview/preview-content.ts';
import { PreviewFindings } from './preview/preview-findings.ts';
import { createPreview } from './preview/preview-listener.ts';
import { PreviewPages } from './preview/preview-pages.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './preview/preview-process.ts';
import { PreviewViews, type ViewSite } from './preview/preview-views.ts';
import { Sessions } from './preview/sessions.ts';
import { webEditor } from './preview/web-editor.ts';

/* The worker thread of the preview (preview/preview-process.ts): a listener, and the sites of its views. */

const { config: sent, token, host, port, searchUrl } = workerData as ThreadData;
const config: Config = {
  ...sent,
  trustsProxy: trustOf(sent.trustedProxies),
  imageKeys: [],
};
/** No seal of the public port is one here, and none of these opens a picture there. A preview of another replica has the same. */
const sealKeys = fixedKeys([createHmac('sha256', token).update('pictures of the preview').digest('base64url')]);
const post = (message: MessageFromThread) => parentPort?.postMessage(message);
const log = createThreadLog(config.logLevel);
const distDir = fileURLToPath(new URL('..', import.meta.url));

/** The gateway has nothing to store: each request begins by forgetting. */
const CACHE_BYTES = { protectedBytes: 2_000_000, probationBytes: 2_000_000 };

followViews();
await Promise.all(config.site.locales.map(loadMessages));
const manifest = readManifest(`${distDir}/server/manifest.json`);
const folder = config.upstream && config.contentDirIsSet ? await openFolderContent(config, log) : undefined;
const findings = new PreviewFindings(config, log);
const content = openPreviewContent(config, log, {
  onChange: () => images.markStale(),
  onAnswer: (address, body) => findings.noteAnswer(address, body),
});

const images = await openImages(config, log, { sealKeys, api: content.api });

const views = new PreviewViews(async (view): Promise<ViewSite> => {
  const { source, close: closeSearch } = withSearch(await content.sourceOf(view), config, searchUrl);
  const { gateway, close: closeGateway } = await openGateway(config, log, {
    source,
    folderContent: folder?.content,
    describeImages: (data) => describeImages(data, (location, file) => images.describe(location, file)),
    cacheBytes: CACHE_BYTES,
    // What the public sees only later, or no longer.
    marksUnpublished: view.at === undefined,
  });
  const pages = new PreviewPages({ config, gateway, manifest, log });
  const app = createApp({ config, gateway, pages, images, clientDir: `${distDir}/client`, log });
  const close = async () => void (await Promise.all([closeGateway(), closeSearch()]));
  return { app, forget: () => gateway.forget(), close };
});
// What a CMS has is edited there.
const mounts = config.upstream ? [] : [webEditor({ config, dir: `${distDir}/editor`, log })];
const listener = await listen(
  createPreview({ config, sessions: new Sessions(token), views, findings, barDir: `${distDir}/preview`, mounts, log }),
  { host, port, keepAliveTimeoutMs: config.keepAliveTimeoutMs },
);
post({ listening: listener.url });

parentPort?.on('message', async (message: MessageToThread) => {
  await listener.close(message.closeWithinMs);
  findings.close();
  folder?.close();
  await views.close();
  await Promise.all([content.close(), images.close()]);
  post({ closed: true });
});
