import { createServer } from 'node:http';
import express from 'express';
import { answerOf } from './answer.mjs';

/* Sends what another server answers, with all of its headers: bare, as fast as Node can, or by Express. */

const [, , how, url = ''] = process.argv;
const { headers, body } = await answerOf(url);
const named = Object.fromEntries(
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
);

/** @type {Record<string, import('node:http').RequestListener>} */
const answers = {
  bare: (_request, response) => response.writeHead(200, headers).end(body),
  express: express()
    .disable('x-powered-by')
    .disable('etag')
    .get('/', (_request, response) => response.set(named).send(body)),
};
createServer(answers[how ?? '']).listen(Number(process.env.PORT), process.env.HOST);
