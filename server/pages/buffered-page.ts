import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import PQueue from 'p-queue';

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

type Encoding = 'identity' | 'gzip' | 'br';

/** The page in one encoding. */
interface Form {
  body: Buffer;
  etag: string;
  headers: readonly string[];
  isQuick: boolean;
  /** The headers of the last answer, after those that were its own. */
  last?: { more: readonly string[]; headers: string[] };
}

/** A visitor waits for the first; whoever comes after the second gets the best there is. */
const BROTLI = { quick: 5, best: 11 };
/** Sent so often in its quick form, a page is worth the best one. */
const WORTH_IT = 2;
/** The best forms are made one after the other: whoever waits for a page goes first. */
const squeezing = new PQueue({ concurrency: 1 });

/** A page rendered to the end: made ready once, with its headers, for whoever asks for it, in whichever encoding. */
export class WholePage {
  readonly status: number;
  readonly #html: Buffer;
  /** What every form's ETag begins with. */
  readonly #tag: string;
  readonly #headers: readonly string[];
  readonly #forms = new Map<Encoding, Form | Promise<Form>>();
  #sentQuick = 0;

  /** @param headers flat: a name, its value, the next name; of every form, and of an answer that says that nothing has changed */
  constructor(status: number, html: Buffer, headers: readonly string[]) {
    this.status = status;
    this.#html = html;
    this.#tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-`;
    this.#headers = [...headers, 'Vary', 'Accept-Encoding'];
    this.#forms.set('identity', this.#form(html, 'id'));
  }

  /** What it takes of memory, in all its forms; more rather than less. */
  get bytes(): number {
    return this.#html.length * 1.6 + 8_000;
  }

  /**
   * Answers a request for the page. Never rejects.
   * @param more headers of this answer alone, flat; cheapest where the last answer had the very same
   * @returns what was sent, once it has been handed over: at once where the form is there
   */
  send(request: IncomingMessage, response: ServerResponse, more: readonly string[] = NONE): Sent | Promise<Sent> {
    const known = this.status === 200 ? this.#knownTag(headerOf(request, 'if-none-match')) : undefined;
    if (known) {
      response.writeHead(304, [...more, ...this.#headers, 'ETag', known]);
      response.end();
      return { status: 304, bytes: 0 };
    }
    const encoding = encodingFor(headerOf(request, 'accept-encoding'));
    const form = this.#forms.get(encoding) ?? this.#pack(encoding);
    if ('body' in form) return this.#write(request, response, form, more);
    return form.then((packed) => this.#write(request, response, packed, more));
  }

  #write(request: IncomingMessage, response: ServerResponse, form: Form, more: readonly string[]): Sent {
    if (form.isQuick) this.#sentQuick += 1;
    if (form.isQuick && this.#sentQuick === WORTH_IT) this.#squeeze();
    if (form.last?.more !== more) form.last = { more, headers: [...more, ...form.headers] };
    response.writeHead(this.status, form.last.headers);
    const isHead = request.method === 'HEAD';
    response.end(isHead ? undefined : form.body);
    return { status: this.status, bytes: isHead ? 0 : form.body.length };
  }

  #form(body: Buffer, name: string, encoding?: Encoding): Form {
    const etag = `${this.#tag}${name}"`;
    const headers = [
      ...this.#headers,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      ...(encoding ? ['Content-Encoding', encoding] : []),
      'ETag',
      etag,
    ];
    return { body, etag, headers, isQuick: name === 'bq' };
  }

  /** Once for all who wait for it. */
  #pack(encoding: Encoding): Promise<Form> {
    const packed = encoding === 'gzip' ? gzip(this.#html, { level: 9 }) : brotli(this.#html, BROTLI.quick);
    const form = packed.then((body) => this.#form(body, encoding === 'gzip' ? 'gz' : 'bq', encoding));
    this.#forms.set(encoding, form);
    void form.then((ready) => this.#forms.set(encoding, ready));
    return form;
  }

  #squeeze(): void {
    void squeezing.add(async () => {
      this.#forms.set('br', this.#form(await brotli(this.#html, BROTLI.best), 'br', 'br'));
    });
  }

  /** The tag by which the client has the page already: the forms say the same, whichever it was sent. */
  #knownTag(ifNoneMatch: string | undefined): string | undefined {
    const start = ifNoneMatch?.indexOf(this.#tag) ?? -1;
    return /^"[\w-]+"/.exec(ifNoneMatch?.slice(start < 0 ? Number.POSITIVE_INFINITY : start) ?? '')?.[0];
  }
}

const NONE: readonly string[] = [];

export interface Sent {
  status: number;
  /** Of the body. */
  bytes: number;
}

const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const brotliCompress = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

// A window that fits the page: the default one costs more than the page does.
const brotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotliCompress(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: 18,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

const SMALLEST_FIRST: Encoding[] = ['br', 'gzip', 'identity'];
/** By Accept-Encoding header, of which browsers send one of a few. */
const encodings = new Map<string, Encoding>();

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = encodings.get(accepted);
  if (known) return known;
  const accepts = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(SMALLEST_FIRST);
  const chosen = SMALLEST_FIRST.find((encoding) => accepts.includes(encoding)) ?? 'identity';
  if (encodings.size < 200 && accepted.length < 200) encodings.set(accepted, chosen);
  return chosen;
}

/** As `request.headers` has it, which to fill for two of them costs more than the rest of an answer that is kept. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}
