import { buildIfStale } from './build.ts';
import { findRedis } from './redis.ts';

/** Before the project `http`: the built server exists, and a Redis server is installed. */
export default function setup(): void {
  buildIfStale();
  findRedis();
}
