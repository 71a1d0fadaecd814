import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret in a time that depends on neither. */
export const isSecret = (text: string, secret: string): boolean => timingSafeEqual(digest(text), digest(secret));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
