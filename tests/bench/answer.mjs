import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/* What a server answers once it has the answer in memory: what others send as well, for a comparison of the same bytes. */

const ATTEMPTS = 100;
const PAUSE_MS = 100;
/** So often the same bytes in a row: a page that is asked for again is compressed anew, as well as can be. */
const SAME = 10;
/** Headers of a connection or a moment: each server writes its own. */
const OWN = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/**
 * @typedef {object} Answer
 * @property {string[]} headers flat, in their order
 * @property {Buffer} body
 */

/**
 * The answer to what the load generator asks for, with all of its headers.
 * @param {string} url
 * @param {string} [encoding]
 * @returns {Promise<Answer>}
 */
export async function answerOf(url, encoding = 'br') {
  /** @type {Buffer} */
  let last = Buffer.alloc(0);
  let same = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { status, rawHeaders, body } = await ask(url, encoding);
    if (status !== 200) throw new Error(`${url}: ${status}`);
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : [],
    );
    /** @param {string} wanted */
    const headerOf = (wanted) => pairs.find(({ name }) => name.toLowerCase() === wanted)?.value;
    // What contains nothing of the API has no such header.
    const isInMemory = headerOf('cache-status')?.includes('; hit') !== false;
    same = isInMemory && headerOf('content-encoding') === encoding && body.equals(last) ? same + 1 : 0;
    last = body;
    if (same === SAME) {
      const kept = pairs.filter(({ name }) => !OWN.includes(name.toLowerCase()));
      if (headerOf('content-length') === undefined) kept.push({ name: 'Content-Length', value: String(body.length) });
      return { headers: kept.flatMap(({ name, value }) => [name, value]), body };
    }
    await wait(PAUSE_MS);
  }
  throw new Error(`${url} is not in memory in ${encoding}`);
}

/** @param {string} url @param {string} encoding */
const ask = (url, encoding) =>
  new Promise(
    /** @param {(answer: { status?: number, rawHeaders: string[], body: Buffer }) => void} resolve */
    (resolve, reject) => {
      request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
        const { statusCode: status, rawHeaders } = response;
        buffer(response).then((body) => resolve({ status, rawHeaders, body }), reject);
      })
        .on('error', reject)
        .end();
    },
  );
