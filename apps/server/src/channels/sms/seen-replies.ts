import * as contactLimits from '@tocsin/contracts/contacts/limits.js';

/** Replies that were read, by the provider’s id: one may come by its call and stand in its list, and is answered once. Lost at a restart, when acts by their id are still done once. */
export class SeenReplies {
  private readonly ids = new Set<string>();

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string): void {
    this.ids.add(id);
    const [oldest] = this.ids;
    if (oldest !== undefined && this.ids.size > contactLimits.numbersRemembered) this.ids.delete(oldest);
  }
}
