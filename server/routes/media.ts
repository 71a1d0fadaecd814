import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { MediaAccess } from '@foyer/folder';
import { type PublishedFile, publishedFile } from '@foyer/images';
import { pathWithin } from '@foyer/runtime';
import type { RequestHandler } from 'express';
import { mediaHeaders } from '../http/media-headers.ts';
import { setRoute } from '../http/request-log.ts';
import { sendFile, sendNotFound } from './send-file.ts';

/** `/media`: images and documents of the content folder, pictures without the metadata of their cameras. No script in them runs. @param access undefined: all of them */
export function media(contentDir: string, access?: MediaAccess): RequestHandler {
  const dir = join(contentDir, 'media');
  return async (request, response, next) => {
    setRoute(response, '/media');
    const file = await findFile(dir, request.path);
    if (!file) return sendNotFound(response);
    if (access && !(await access.isPublic(request.baseUrl + request.path))) return sendNotFound(response);
    response.set('Cache-Control', 'public, max-age=3600').set('ETag', `"${file.published.revision}"`);
    response.removeHeader('Content-Security-Policy');
    response.set(mediaHeaders(file.path));
    await sendFile(request, response, file).catch(next);
  };
}

/** The file of a path, with symlinks resolved; undefined if it does not exist or is outside of the folder. */
async function findFile(
  dir: string,
  path: string,
): Promise<{ root: string; path: string; published: PublishedFile } | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(dir), pathWithin(dir, decodeURIComponent(path))]);
    return { root, path: relative(root, file), published: await publishedFile(file) };
  } catch {
    return undefined;
  }
}
