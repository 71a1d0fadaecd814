import type { ContentSource } from '../../packages/gateway/src/content-source.ts';

/** The data of a source's answer, before it is normalised. Rejects with a ContentError. @param locale none: the default edition */
export async function sourceData(source: ContentSource, call: string, locale?: string) {
  const request = { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal } as const;
  let body = '';
  await source.get(locale === undefined ? call : `${locale}/${call}`, request, async ({ bytes }) => {
    body = Buffer.from(bytes).toString();
    return { kind: 'answer', answer: { data: {}, faults: [] } };
  });
  return JSON.parse(body).data;
}
