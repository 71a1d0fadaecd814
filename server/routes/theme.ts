import type { RequestHandler } from 'express';
import { themeStylesheet } from '../pages/accent-theme.ts';

/** `/theme/:hex.css`: the tints of an accent. The address determines the content, so only a new version of Foyer changes it. */
export const theme: RequestHandler<{ hex: string }> = ({ params: { hex } }, response) => {
  const css = themeStylesheet(hex);
  if (!css) {
    response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    return;
  }
  response.set('Cache-Control', 'public, max-age=86400').type('css').send(css);
};
