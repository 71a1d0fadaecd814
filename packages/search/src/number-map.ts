/** A Map by numbers as MiniSearch uses it, whose entries a subclass keeps in a form of its own. */
export abstract class NumberMap<Value> implements Map<number, Value> {
  abstract readonly size: number;
  abstract get(key: number): Value | undefined;
  abstract set(key: number, value: Value): this;
  abstract delete(key: number): boolean;
  abstract clear(): void;
  abstract keys(): MapIterator<number>;

  get [Symbol.toStringTag](): string {
    return this.constructor.name;
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): Generator<[number, Value], undefined> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: Value, key: number, map: Map<number, Value>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  [Symbol.iterator](): Generator<[number, Value], undefined> {
    return this.entries();
  }
}
