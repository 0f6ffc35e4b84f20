/** A seeded random generator (mulberry32): the seed alone reproduces a run. */
export class Chance {
  constructor(private state: number) {}

  /** At least 0, less than 1. */
  drawFraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  shouldHappen(probability: number): boolean {
    return this.drawFraction() < probability;
  }

  /** A random integer, both bounds included. */
  drawBetween(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.drawFraction() * (maximum - minimum + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.drawBetween(0, from.length - 1)]!;
  }

  /** A random duration around `median`, skewed to the right (log-normal): one in six exceeds `spread` times the median. */
  drawAround(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.drawFraction())) * Math.cos(2 * Math.PI * this.drawFraction());
    return Math.round(median * spread ** normal);
  }

  /** A UUIDv7 with this timestamp (milliseconds since the epoch). */
  id(at: number): string {
    const createDigits = (count: number): string => Array.from({ length: count }, () => this.drawBetween(0, 15).toString(16)).join('');
    const time = Math.floor(at).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${createDigits(3)}-8${createDigits(3)}-${createDigits(12)}`;
  }
}
