/* Fields of what a CMS has sent, before a schema has read them. */

export function textOf(value: unknown, name: string): string | undefined {
  const field = propertyOf(value, name);
  return typeof field === 'string' || typeof field === 'number' ? String(field).trim() : undefined;
}

export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
