import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/* Loaded before the server: it has no thread of the search, and is otherwise the same. Its searches fail. */

class NoSearch extends EventEmitter {
  constructor() {
    super();
    setImmediate(() => this.emit('message', { url: 'http://127.0.0.1:9/frontapi/{locale}/' }));
  }

  /** @param {object} message */
  postMessage(message) {
    if ('close' in message) setImmediate(() => this.emit('message', { closed: true }));
    else setImmediate(() => this.emit('message', { purged: Reflect.get(message, 'id') }));
  }

  terminate() {
    this.emit('exit', 0);
  }
}

threads.Worker = new Proxy(threads.Worker, {
  construct: (Worker, [file, options]) =>
    String(file).endsWith('search-thread.mjs') ? new NoSearch() : new Worker(file, options),
});
syncBuiltinESMExports();
