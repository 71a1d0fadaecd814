import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';

/* Sends one page's bytes, prepared: bare, as fast as Node can, or by Express. */

const [, , how, url = ''] = process.argv;
const html = await (await fetch(url, { headers: { 'user-agent': 'Googlebot/2.1' } })).text();
const body = brotliCompressSync(html);
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Encoding': 'br',
  'Content-Length': String(body.length),
};
const flat = Object.entries(headers).flat();

/** @type {Record<string, import('node:http').RequestListener>} */
const answers = {
  bare: (_request, response) => response.writeHead(200, flat).end(body),
  express: express()
    .disable('x-powered-by')
    .disable('etag')
    .get('/', (_request, response) => response.set(headers).send(body)),
};
createServer(answers[how ?? '']).listen(Number(process.env.PORT), process.env.HOST);
