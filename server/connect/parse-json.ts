/** Undefined for what is not JSON. A byte order mark is none of it: some servers send one. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(
      Buffer.from(bytes)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
  } catch {
    return undefined;
  }
}
