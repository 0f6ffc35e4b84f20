/**
 * How many calls to one provider are under way: at most so many at once. A place is taken under the id of the command that claims the
 * call, before it is decided, and is given back when the call has ended or the command came to nothing. Whoever found no place is told
 * when there is one, the first first.
 */
export class CallSlots {
  private readonly taken = new Map<string, string>();
  private readonly inUse = new Map<string, number>();
  private readonly waiting = new Map<string, Map<string, () => void>>();

  constructor(private readonly most: number) {}

  /** Whether there was a place; else `whenFree` is called once, to ask again. A command that waits already waits once. */
  take(provider: string, commandId: string, whenFree: () => void): boolean {
    if (this.taken.has(commandId)) return true;
    const inUse = this.inUse.get(provider) ?? 0;
    if (inUse >= this.most) {
      const line = this.waiting.get(provider) ?? new Map<string, () => void>();
      this.waiting.set(provider, line.set(commandId, whenFree));
      return false;
    }
    this.waiting.get(provider)?.delete(commandId);
    this.taken.set(commandId, provider);
    this.inUse.set(provider, inUse + 1);
    return true;
  }

  /** Nothing happens when it has no place. */
  give(commandId: string): void {
    const provider = this.taken.get(commandId);
    if (provider === undefined) return;
    this.taken.delete(commandId);
    const left = (this.inUse.get(provider) ?? 1) - 1;
    if (left > 0) this.inUse.set(provider, left);
    else this.inUse.delete(provider);
    const line = this.waiting.get(provider);
    const [first] = line ?? [];
    if (!line || !first) return;
    line.delete(first[0]);
    if (line.size === 0) this.waiting.delete(provider);
    first[1]();
  }
}
