import type { IncomingMessage } from 'node:http';

/** Whether the method is one of those of the public port: visitors write nothing. */
export const isReadMethod = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
