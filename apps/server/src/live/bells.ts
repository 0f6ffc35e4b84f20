import type { RingingPage } from '@tocsin/contracts/live.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../core/server-parts.js';
import { toRingingPage, RingingPages } from './ringing-pages.js';
import { personRoom, type LiveServer } from './sockets.js';

type Dependencies = Pick<ServerParts, 'decode' | 'log' | 'memory' | 'reads' | 'redactions' | 'troubles'>;

/** Rings the tabs of people, and tells them what rings. */
export class Bells {
  private readonly ringing = new RingingPages();

  constructor(
    private readonly parts: Dependencies,
    /** Undefined before sockets are taken. */
    private readonly server: () => LiveServer | undefined,
  ) {}

  /** Takes in the pages that a crash may have left. */
  begin(): void {
    for (const [id, group] of this.parts.memory.rows<ExistingGroup>('groups').entries()) this.ringing.change(id, group);
  }

  /** A group has changed; null: it was removed from memory. */
  change(groupId: string, group: ExistingGroup | null): void {
    for (const personId of this.ringing.change(groupId, group)) void this.tellRinging(personId);
  }

  /** Notifies all tabs of a person at once; it is enough if one of them played the sound. */
  async ring(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean> {
    const { sockets } = this.server()!;
    const tabs = [...(sockets.adapter.rooms.get(personRoom(personId)) ?? [])].flatMap((id) => {
      const socket = sockets.sockets.get(id);
      return socket && (socket.data.bell || page.quiet || page.waiting !== undefined) ? [socket] : [];
    });
    const answers = tabs.map(async (socket) => {
      if (!(await socket.timeout(timeoutMs).emitWithAck('page', page))) throw new Error('the tab did not play the sound');
    });
    const isOneOfMany = page.ring !== undefined && !page.quiet && page.waiting === undefined;
    return Promise.any(answers).then(
      () => {
        // one notification stood for several pages: now the tabs show the others
        if (isOneOfMany) void this.tellRinging(personId);
        return true;
      },
      () => false,
    );
  }

  /**
   * Sends the active pages of a person to their tabs: to the given sockets, otherwise all. Tabs without sound, or that connect later, learn of a page
   * only this way; a tab that also gets `ring` recognises the page by its id and plays the sound once.
   */
  async tellRinging(personId: string, socketIds?: readonly string[]): Promise<void> {
    const server = this.server();
    if (!server?.sockets.adapter.rooms.has(personRoom(personId))) return;
    try {
      const known = new Map<string, RingingPage | undefined>();
      const unknown = () => this.ringing.of(personId).filter(([, { pageId }]) => !known.has(pageId));
      for (let some = unknown(); some.length > 0; some = unknown())
        for (const [groupId, page] of some) known.set(page.pageId, await toRingingPage(this.parts, groupId, page));
      const pages = this.ringing.of(personId).flatMap(([, { pageId }]) => known.get(pageId) ?? []);
      server.to(socketIds ? [...socketIds] : personRoom(personId)).emit('ringing', pages);
    } catch (error) {
      this.parts.troubles.note('sockets', error);
    }
  }
}
