import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

export default {
  compress: process.env.COMPRESS === '1',
  poweredByHeader: false,
  // Foyer's files are checked by Foyer's own settings.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  // The pictures of the CMS have its visitors' own origin. Known when the pages are built.
  rewrites: async () =>
    process.env.FRONTAPI_URL
      ? [{ source: '/media/:path*', destination: new URL('/media/:path*', process.env.FRONTAPI_URL).href }]
      : [],
  images: { formats: ['image/avif', 'image/webp'], qualities: [74, 80] },
};
