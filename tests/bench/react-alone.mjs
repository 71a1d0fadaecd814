import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromHtml } from 'hast-util-from-html';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/* Renders the elements of one page by React's stream renderer, for each request: no router, no components, no data. */

const [, , url] = process.argv;
const html = await (await fetch(url, { headers: { 'user-agent': 'Googlebot/2.1' } })).text();
const document = fromHtml(html).children.find(({ tagName }) => tagName === 'html');
const page = elementOf(document);

createServer((_request, response) => {
  const stream = renderToPipeableStream(page, {
    progressiveChunkSize: 1e9,
    async onAllReady() {
      const body = await buffer(stream.pipe(new PassThrough()));
      response
        .writeHead(200, ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length)])
        .end(body);
    },
  });
}).listen(process.env.PORT, process.env.HOST);

function elementOf({ tagName, properties, children }, key) {
  const { onError: _, ...given } = properties;
  const props = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : value]),
  );
  if (tagName === 'script' || tagName === 'noscript') {
    const text = children.map(({ value = '' }) => value).join('');
    return createElement(tagName, { key, ...props, dangerouslySetInnerHTML: { __html: text } });
  }
  const inside = children.flatMap((child, index) =>
    child.type === 'element' ? [elementOf(child, index)] : child.type === 'text' ? [child.value] : [],
  );
  return createElement(tagName, { key, ...props }, ...inside);
}
