import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from 'pino';
import { boundedWarnings } from '../observability/log.ts';

/** What went wrong with Redis: no answer in time, a command refused, the connection lost, a value or message that no replica has written. */
export type RedisFailure = 'timeout' | 'refused' | 'lost' | 'unreadable';

/** The part of the metrics that Redis has. */
export interface RedisMetrics {
  redisFailed(failure: RedisFailure): void;
  watchRedis(isUp: () => boolean): void;
}

export interface RedisLinkOptions {
  url: string;
  channel: string;
  /** Must not throw. */
  onMessage: (text: string) => void;
  /** Each time that both connections have proved to work. @param isBack messages may have been missed before */
  onBeat: (isBack: boolean) => void;
  log: Logger;
  metrics?: RedisMetrics;
}

/** A visitor waits for a command no longer: the upstream is asked instead. In one data centre Redis takes 1 ms. */
const COMMAND_TIMEOUT_MS = 300;
/** Of a deadline. */
const SLICE_MS = 50;
/** For both connections, their handshake and the subscription; a start waits for it. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Of an attempt that was given up, the client closes a socket that is still connecting after this long. */
const ABANDONED_AFTER_MS = 5_000;
/** Between two proofs that Redis answers and, while it is down, two attempts to connect. */
const BEAT_MS = 2_000;
/** After this many timeouts in a row, each begun after the one before, Redis is left alone. One alone may be a hiccup. */
const TIMEOUTS_IN_A_ROW = 3;
/** Commands that wait for an answer. More than that is a flood that Redis does not keep up with: it counts as lost. */
const MAX_PENDING_COMMANDS = 5_000;

/** Not connected yet. */
function createConnection(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_PENDING_COMMANDS,
    // A new pair is made instead: nothing of the old one is left over.
    socket: { connectTimeout: ABANDONED_AFTER_MS, reconnectStrategy: false },
  });
  return { client, subscriber: client.duplicate() };
}

type Connection = ReturnType<typeof createConnection>;
type Client = Connection['client'];

class TimeoutError extends Error {}

/**
 * A pair of connections, one for commands and one for messages, as a circuit breaker: it is up, or Redis is left alone
 * and tried by connecting anew. The client's own options give no deadline: its `timeout` ends when a command is written,
 * its `socketTimeout` begins anew with each one that is.
 */
export class RedisLink {
  readonly #options: RedisLinkOptions;
  readonly #warnRefused: (fields: object) => void;
  readonly #beating: NodeJS.Timeout;
  #connection?: Connection;
  #isConnecting = false;
  #isDown = false;
  #isClosed = false;
  /** In a row, of commands and of beats: the answers to commands say nothing of the other connection. */
  #timeouts = 0;
  #lastTimeoutAt = 0;
  #missedBeats = 0;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#warnRefused = boundedWarnings(options.log, 'Redis refuses a command', 1);
    this.#beating = setInterval(() => void this.#beat(), BEAT_MS).unref();
    options.metrics?.watchRedis(() => this.isUp);
  }

  get isUp(): boolean {
    return this.#connection !== undefined;
  }

  /** Whether it is up, and its last command was answered: what takes several commands is not begun otherwise. */
  get isAnswering(): boolean {
    return this.isUp && this.#timeouts === 0;
  }

  /** Resolves once it is connected, or cannot be yet. */
  async open(): Promise<void> {
    await this.#connect();
  }

  /** The answer to a command, or undefined where there is none in time: why not is logged. */
  async run<T>(command: (client: Client) => Promise<T>): Promise<{ reply: T } | undefined> {
    const connection = this.#connection;
    if (!connection) return undefined;
    const startedAt = performance.now();
    try {
      const reply = await inTime(command(connection.client), COMMAND_TIMEOUT_MS);
      this.#timeouts = 0;
      return { reply };
    } catch (error) {
      this.#failed(connection, error, startedAt);
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beating);
    this.#disconnect();
  }

  #failed(connection: Connection, error: unknown, startedAt: number): void {
    const { metrics } = this.#options;
    if (error instanceof ErrorReply) {
      metrics?.redisFailed('refused');
      this.#timeouts = 0;
      this.#warnRefused({ reason: error.message });
    } else if (error instanceof TimeoutError) {
      metrics?.redisFailed('timeout');
      // Commands that waited side by side met the same hiccup.
      if (startedAt < this.#lastTimeoutAt) return;
      this.#lastTimeoutAt = performance.now();
      this.#timeouts += 1;
      if (this.#timeouts >= TIMEOUTS_IN_A_ROW) this.#down(connection, notAnswering);
    } else {
      metrics?.redisFailed('lost');
      this.#down(connection, reasonOf(error));
    }
  }

  async #beat(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return this.#connect();
    try {
      await inTime(ping(connection), COMMAND_TIMEOUT_MS);
      this.#missedBeats = 0;
      this.#options.onBeat(false);
    } catch (error) {
      if (!(error instanceof TimeoutError)) return this.#down(connection, reasonOf(error));
      this.#options.metrics?.redisFailed('timeout');
      this.#missedBeats += 1;
      if (this.#missedBeats >= TIMEOUTS_IN_A_ROW) this.#down(connection, notAnswering);
    }
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return;
    this.#isConnecting = true;
    const { url, channel, onMessage, onBeat, log } = this.#options;
    const connection = createConnection(url);
    const { client, subscriber } = connection;
    let isAbandoned = false;
    for (const each of [client, subscriber]) {
      each.on('error', (error: unknown) => this.#down(connection, reasonOf(error)));
      // To destroy a client does not stop it from connecting.
      each.on('connect', () => isAbandoned && each.destroy());
    }
    try {
      await inTime(Promise.all([client.connect(), subscribe(subscriber, channel, onMessage)]), CONNECT_TIMEOUT_MS);
      await inTime(ping(connection), COMMAND_TIMEOUT_MS);
    } catch (error) {
      isAbandoned = true;
      destroy(connection);
      this.#wentDown(reasonOf(error));
      return;
    } finally {
      this.#isConnecting = false;
    }
    if (this.#isClosed) return destroy(connection);
    this.#connection = connection;
    this.#timeouts = 0;
    this.#missedBeats = 0;
    const isBack = this.#isDown;
    this.#isDown = false;
    if (isBack) log.info('Redis is back');
    onBeat(isBack);
  }

  #down(connection: Connection, reason: string): void {
    if (connection !== this.#connection) return;
    this.#disconnect();
    this.#wentDown(reason);
  }

  #wentDown(reason: string): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.#options.log.warn({ reason }, 'Redis is gone: each replica for itself');
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection) destroy(connection);
  }
}

async function subscribe(subscriber: Client, channel: string, onMessage: (text: string) => void): Promise<void> {
  await subscriber.connect();
  await subscriber.subscribe(channel, onMessage);
}

const ping = ({ client, subscriber }: Connection) => Promise.all([client.ping(), subscriber.ping()]);

function destroy({ client, subscriber }: Connection): void {
  client.destroy();
  subscriber.destroy();
}

/** Rejects after so many milliseconds in which the event loop could have read an answer: the time that other work blocks it counts as one slice. */
function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let slices = Math.ceil(milliseconds / SLICE_MS);
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(() => {
        slices -= 1;
        if (slices > 0) wait();
        else reject(new TimeoutError(`no answer within ${milliseconds} ms`));
      }, SLICE_MS);
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const notAnswering = `no answer within ${COMMAND_TIMEOUT_MS} ms, ${TIMEOUTS_IN_A_ROW} times in a row`;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
