import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromParse5 } from 'hast-util-from-parse5';
import { parse } from 'parse5';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/* Renders the elements of one page by React's stream renderer, for each request: no router, no components, no data. */

const [, , url = ''] = process.argv;
const html = await (await fetch(url, { headers: { 'user-agent': 'Googlebot/2.1' } })).text();
const root = fromParse5(parse(html));
const document = root.type === 'root' ? root.children.find((node) => node.type === 'element') : undefined;
if (!document) throw new Error(`${url} is not a page`);
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
}).listen(Number(process.env.PORT), process.env.HOST);

/**
 * @param {import('hast').Element} element
 * @param {number} [key]
 * @returns {import('react').ReactElement}
 */
function elementOf({ tagName, properties, children }, key) {
  const { onError: _, ...given } = properties;
  const props = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : value]),
  );
  if (tagName === 'script' || tagName === 'noscript') {
    const text = children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    return createElement(tagName, { key, ...props, dangerouslySetInnerHTML: { __html: text } });
  }
  /** @type {(string | import('react').ReactElement)[]} */
  const inside = [];
  for (const [index, child] of children.entries()) {
    if (child.type === 'element') inside.push(elementOf(child, index));
    if (child.type === 'text') inside.push(child.value);
  }
  return createElement(tagName, { key, ...props }, ...inside);
}
