export class Bell {
  private readonly listeners = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  onArrival(call: () => void): () => void {
    this.listeners.add(call);
    return () => void this.listeners.delete(call);
  }

  notify(): void {
    for (const call of this.listeners) call();
  }
}
