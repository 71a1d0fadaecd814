import type { Form, FormRequest } from './form.ts';

/* APIs that refuse requests: without certain headers, with a wrong parameter, after too many. */

const failure = (status: number, message: string) => ({ status, body: { error: true, message } });

const ACCEPTED = new Set(['page', 'limit', 'category', 'q']);
const MAX_LIMIT = 50;

function refusal({ headers, query }: FormRequest) {
  if (!headers.accept?.includes('application/json') || headers.referer !== 'https://www.himal.example/')
    return failure(406, 'Not Acceptable');
  if (headers['x-api-key'] !== 'a-public-key') return failure(401, 'Unauthenticated.');
  const isValid = [...query.keys()].every((name) => ACCEPTED.has(name)) && Number(query.get('limit') ?? 1) <= MAX_LIMIT;
  return isValid ? undefined : failure(422, 'The given data was invalid.');
}

export const GUARDED: Form = {
  name: '406 without Accept and Referer, 401 without a key, 422 for a parameter that it does not know',
  mapping: `headers:
  Referer: https://www.himal.example/
  X-Api-Key: a-public-key
parameters:
  per_page: limit
  search: q
`,
  refuse: refusal,
  body: ({ data }) => ({ error: false, data }),
};

/** Answers 422 after so many calls, until `renew` is called. */
export function limited(calls: number): { form: Form; renew(): void; refused(): number } {
  let left = calls;
  let refused = 0;
  return {
    form: {
      name: `422 after ${calls} calls`,
      refuse() {
        left -= 1;
        if (left >= 0) return undefined;
        refused += 1;
        return { status: 422, body: { message: 'Too Many Attempts.' } };
      },
      body: ({ data }) => ({ error: false, data }),
    },
    renew() {
      left = calls;
    },
    refused: () => refused,
  };
}
