import { boundedWarnings, type RedisFailure } from '@foyer/runtime';
import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from 'pino';

/** Redis's part of the metrics. */
export interface RedisMetrics {
  redisFailed(failure: RedisFailure): void;
  watchRedis(isUp: () => boolean): void;
}

export interface RedisConnectionOptions {
  url: string;
  channel: string;
  /** Must not throw. */
  onMessage: (text: string) => void;
  /** Called whenever both sockets have answered a ping. @param isReconnected messages may have been missed before */
  onHeartbeat: (isReconnected: boolean) => void;
  log: Logger;
  metrics?: RedisMetrics;
}

/** After this the upstream is called instead. Within one data centre Redis answers in 1 ms. */
const COMMAND_TIMEOUT_MS = 300;
/** A timeout is measured in slices: see `withTimeout`. */
const SLICE_MS = 50;
/** For both sockets, their handshake and the subscription. The start of the process waits for it. */
const CONNECT_TIMEOUT_MS = 1_000;
/** The client closes a socket of an abandoned attempt that is still connecting after this long. */
const ABANDONED_AFTER_MS = 5_000;
/** Between two pings and, while Redis is down, between two attempts to connect. */
const HEARTBEAT_MS = 2_000;
/** After this many timeouts in a row, counting only commands sent after the previous timeout, Redis counts as down. A single one may be a short pause. */
const TIMEOUTS_IN_A_ROW = 3;
/** Commands without an answer yet. Beyond that Redis does not keep up, and counts as lost. */
const MAX_PENDING_COMMANDS = 5_000;

/** Creates both clients; they are not connected yet. */
function createClients(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_PENDING_COMMANDS,
    // A new pair is created instead, without any state of the old one.
    socket: { connectTimeout: ABANDONED_AFTER_MS, reconnectStrategy: false },
  });
  return { client, subscriber: client.duplicate() };
}

type Clients = ReturnType<typeof createClients>;
type Client = Clients['client'];
export type RedisCommand<T> = (client: Client) => Promise<T>;

class TimeoutError extends Error {}

/**
 * Two sockets to Redis, one for commands and one for messages, behind a circuit breaker: while Redis is down no command is
 * sent, and a new connection is tried at each heartbeat. The client library has no timeout for a command: its `timeout` ends
 * when the command is written, its `socketTimeout` restarts with each command.
 */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #warnRefused: (fields: object) => void;
  readonly #warnLate: (fields: object) => void;
  readonly #heartbeat: NodeJS.Timeout;
  #clients?: Clients;
  #isConnecting = false;
  #isDown = false;
  #isClosed = false;
  /** In a row. Commands and heartbeats are counted apart: an answer to a command says nothing about the socket for messages. */
  #timeouts = 0;
  #lastTimeoutAt = 0;
  #missedHeartbeats = 0;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#warnRefused = boundedWarnings(options.log, 'Redis refuses a command', 1);
    this.#warnLate = boundedWarnings(options.log, 'Redis does not answer in time: its answers are not waited for', 1);
    this.#heartbeat = setInterval(() => void this.#ping(), HEARTBEAT_MS).unref();
    options.metrics?.watchRedis(() => this.isUp);
  }

  get isUp(): boolean {
    return this.#clients !== undefined;
  }

  /** Whether the last command was answered too: a sequence of commands starts only then. */
  get isAnswering(): boolean {
    return this.isUp && this.#timeouts === 0;
  }

  /** Resolves when it is connected, or when the first attempt has failed. */
  async open(): Promise<void> {
    await this.#connect();
  }

  /** Runs a command. Undefined without an answer in time, for a refused command and while Redis is down; the cause is logged. */
  async run<T>(command: RedisCommand<T>): Promise<{ reply: T } | undefined> {
    const clients = this.#clients;
    if (!clients) return undefined;
    const startedAt = performance.now();
    try {
      const reply = await withTimeout(command(clients.client), COMMAND_TIMEOUT_MS);
      this.#timeouts = 0;
      return { reply };
    } catch (error) {
      this.#failed(clients, error, startedAt);
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#disconnect();
  }

  #failed(clients: Clients, error: unknown, startedAt: number): void {
    const { metrics } = this.#options;
    if (error instanceof ErrorReply) {
      metrics?.redisFailed('refused');
      this.#timeouts = 0;
      this.#warnRefused({ reason: error.message });
    } else if (error instanceof TimeoutError) {
      metrics?.redisFailed('timeout');
      this.#warnLate({ reason: error.message });
      // Commands that were sent together time out together: that counts once.
      if (startedAt < this.#lastTimeoutAt) return;
      this.#lastTimeoutAt = performance.now();
      this.#timeouts += 1;
      if (this.#timeouts >= TIMEOUTS_IN_A_ROW) this.#down(clients, NOT_ANSWERING);
    } else {
      metrics?.redisFailed('lost');
      this.#down(clients, reasonOf(error));
    }
  }

  async #ping(): Promise<void> {
    const clients = this.#clients;
    if (!clients) return this.#connect();
    try {
      await withTimeout(ping(clients), COMMAND_TIMEOUT_MS);
      this.#missedHeartbeats = 0;
      this.#options.onHeartbeat(false);
    } catch (error) {
      if (!(error instanceof TimeoutError)) return this.#down(clients, reasonOf(error));
      this.#options.metrics?.redisFailed('timeout');
      this.#warnLate({ reason: error.message });
      this.#missedHeartbeats += 1;
      if (this.#missedHeartbeats >= TIMEOUTS_IN_A_ROW) this.#down(clients, NOT_ANSWERING);
    }
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return;
    this.#isConnecting = true;
    const { url, channel, onMessage, onHeartbeat, log } = this.#options;
    const clients = createClients(url);
    const { client, subscriber } = clients;
    let isAbandoned = false;
    for (const each of [client, subscriber]) {
      each.on('error', (error: unknown) => this.#down(clients, reasonOf(error)));
      // `destroy` does not stop a client that is still connecting.
      each.on('connect', () => isAbandoned && each.destroy());
    }
    try {
      await withTimeout(Promise.all([client.connect(), subscribe(subscriber, channel, onMessage)]), CONNECT_TIMEOUT_MS);
      await withTimeout(ping(clients), COMMAND_TIMEOUT_MS);
    } catch (error) {
      isAbandoned = true;
      destroy(clients);
      this.#reportDown(reasonOf(error));
      return;
    } finally {
      this.#isConnecting = false;
    }
    if (this.#isClosed) return destroy(clients);
    this.#clients = clients;
    this.#timeouts = 0;
    this.#missedHeartbeats = 0;
    const isReconnected = this.#isDown;
    this.#isDown = false;
    if (isReconnected) log.info('Redis is connected again');
    onHeartbeat(isReconnected);
  }

  #down(clients: Clients, reason: string): void {
    if (clients !== this.#clients) return;
    this.#disconnect();
    this.#reportDown(reason);
  }

  #reportDown(reason: string): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.#options.log.warn({ reason }, 'Redis is down: replicas work alone');
  }

  #disconnect(): void {
    const clients = this.#clients;
    this.#clients = undefined;
    if (clients) destroy(clients);
  }
}

async function subscribe(subscriber: Client, channel: string, onMessage: (text: string) => void): Promise<void> {
  await subscriber.connect();
  await subscriber.subscribe(channel, onMessage);
}

const ping = ({ client, subscriber }: Clients) => Promise.all([client.ping(), subscriber.ping()]);

function destroy({ client, subscriber }: Clients): void {
  client.destroy();
  subscriber.destroy();
}

/** Rejects with a TimeoutError. A blocked event loop cannot read an answer: the time of one block counts as one slice only. */
function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
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

const NOT_ANSWERING = `no answer within ${COMMAND_TIMEOUT_MS} ms, ${TIMEOUTS_IN_A_ROW} times in a row`;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
