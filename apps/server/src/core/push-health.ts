/** Whether push services accept this installation’s key, judged by the last answer for each device. In memory: the next refusal after a start says it again. */
export class PushHealth {
  private since: string | null = null;
  private readonly refusedFor = new Set<string>();

  constructor(private readonly now: () => string) {}

  /** `isRefused`: the service answered 401 or 403 for this device. */
  readonly onAnswer = (contactMethodId: string, isRefused: boolean): void => {
    if (isRefused) {
      this.since ??= this.now();
      this.refusedFor.add(contactMethodId);
      return;
    }
    this.refusedFor.delete(contactMethodId);
    if (this.refusedFor.size === 0) this.since = null;
  };

  /** A sentence while the key is refused for a device; otherwise null. */
  describe(): string | null {
    const { size } = this.refusedFor;
    if (size === 0) return null;
    return (
      `push services have refused this server’s key (VAPID) for ${size} ${size === 1 ? 'device' : 'devices'} since ${this.since!}: the keys in the vault were replaced, ` +
      'or this machine’s clock is wrong. A device subscribes again when Tocsin is next opened on it'
    );
  }
}
