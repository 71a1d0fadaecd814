import { DIRECTLY, type Form, NO_ENVELOPE, PARTS_IN_DATA, under } from './form.ts';

/* Forms with another envelope around the same lists and items. */

const IN_DATA = [NO_ENVELOPE, PARTS_IN_DATA, under('data')];

export const ENVELOPES: Form[] = [
  {
    name: '{error, data} with the list or the item directly as data',
    body: ({ content }) => ({ error: false, data: content }),
    guesses: [DIRECTLY],
  },
  { name: 'bare arrays and bare objects', body: ({ content }) => content, guesses: [NO_ENVELOPE, DIRECTLY] },
  { name: 'the names of the contract without an envelope', body: ({ data }) => data, guesses: [NO_ENVELOPE] },
  {
    name: '{error: false} with the names of the contract beside it',
    body: ({ data }) => ({ error: false, message: 'OK', ...data }),
    guesses: [[/./, /^no data: expected /]],
  },
  {
    name: '{success: true, data}',
    body: ({ data }) => ({ success: true, message: 'OK', data }),
    guesses: [NO_ENVELOPE, PARTS_IN_DATA],
  },
  {
    name: '{success: true, data} with the list or the item directly',
    body: ({ content }) => ({ success: true, data: content }),
    guesses: IN_DATA,
  },
  {
    name: '{status: true, data}, as of CodeIgniter',
    body: ({ content }) => ({ status: true, message: 'Found', data: content }),
    guesses: IN_DATA,
  },
  {
    name: '{status: 200, data}',
    body: ({ content }) => ({ status: 200, message: 'OK', data: content }),
    guesses: IN_DATA,
  },
  {
    name: '{status: "success", result} without a mapping',
    body: ({ content }) => ({ status: 'success', result: content }),
    guesses: [NO_ENVELOPE, [/^home$/, /^the parts in result: /], under('result')],
  },
  {
    name: '{status: "success", result}',
    mapping: 'data: result\n',
    body: ({ data }) => ({ status: 'success', result: data }),
  },
  {
    name: '{status: "success", result} with the list or the item directly',
    mapping: 'data: result\n',
    body: ({ content }) => ({ status: 'success', result: content }),
    guesses: [DIRECTLY],
  },
  {
    name: 'a wrapper within a wrapper',
    mapping: 'data: response.payload\n',
    body: ({ content }) => ({ response: { code: '00', payload: content }, took: 12 }),
    guesses: [DIRECTLY],
  },
];
