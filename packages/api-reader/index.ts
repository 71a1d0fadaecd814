/* Reads an API that limits its calls. */

export { AnswerStore } from './src/answer-store.ts';
export { type CallFailure, concernsAllCalls, fatalFailure, isQuota } from './src/api-failure.ts';
export { callQueue } from './src/call-queue.ts';
export { FolderWriter } from './src/folder-writer.ts';
export { interrupted } from './src/interrupted.ts';
export { Pause, seconds } from './src/pause.ts';
