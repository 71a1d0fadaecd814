import type { IncomingMessage } from 'node:http';

/** The only methods of the public port. */
export const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
