import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

export default {
  compress: process.env.COMPRESS === '1',
  poweredByHeader: false,
  // Foyer's files are checked by Foyer's own settings.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  images: { formats: ['image/avif', 'image/webp'], qualities: [74, 80] },
};
