import * as contactLimits from '@tocsin/contracts/contacts/limits.js';

/** Replies that were read, by the provider’s id: one may come by its call and stand in its list, and is answered once. Lost at a restart, when acts by their id are still done once. */
export class SeenReplies {
  private readonly ids = new Map<string, 'call' | 'list'>();

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Whether it was answered from the list. A call that is repeated is answered again, since its answer may have been lost. */
  wasListed(id: string): boolean {
    return this.ids.get(id) === 'list';
  }

  add(id: string, from: 'call' | 'list'): void {
    this.ids.set(id, from);
    const [oldest] = this.ids.keys();
    if (oldest !== undefined && this.ids.size > contactLimits.numbersRemembered) this.ids.delete(oldest);
  }
}
