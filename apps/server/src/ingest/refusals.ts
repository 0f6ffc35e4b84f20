import { limits } from '@tocsin/contracts/limits.js';
import { groupOfRefusals } from '@tocsin/domain/alert-groups/shared/refused-group.js';
import type { IntegrationRow } from '@tocsin/contracts/services.js';
import { derivedId, eventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { isNear } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

type Needs = Pick<ServerParts, 'clock' | 'folder' | 'reads' | 'runner' | 'troubles'>;

interface Told {
  at: string;
  /** Refused signals since then. */
  count: number;
}

/**
 * The alert group for an integration above its hard limit: opened by the first refused signal, and updated once a minute with
 * further ones.
 */
export class Refusals {
  private readonly told = new Map<string, Told>();

  constructor(private readonly parts: Needs) {}

  /** Never rejects: the sender is refused in any case. */
  async note({ id }: IntegrationRow): Promise<void> {
    const now = this.parts.clock.now();
    const before = this.told.get(id);
    if (before && isNear(before.at, now, limits.hardLimit.tellEvery)) return void (before.count += 1);
    this.told.set(id, { at: now, count: 0 });
    try {
      await this.tell(id, now, 1 + (before?.count ?? 0));
    } catch (error) {
      this.told.delete(id);
      this.parts.troubles.note('hard limit', error);
    }
  }

  private async tell(integrationId: string, now: string, refused: number): Promise<void> {
    const group = groupOfRefusals(this.parts.reads, integrationId, now);
    if (group?.status === 'resolved') return;
    if (group) return this.run('CountRefused', { groupId: group.groupId, refused }, now);
    // all servers derive the same group id within one such period
    const slot = Math.floor(Date.parse(now) / limits.hardLimit.quiet);
    const groupId = derivedId(new Date(slot * limits.hardLimit.quiet).toISOString(), integrationId, 'refused', 'group');
    return this.run('RaiseRefusals', { groupId, integrationId }, now);
  }

  private async run(
    type: 'RaiseRefusals' | 'CountRefused',
    data: { readonly groupId: string; readonly [more: string]: unknown },
    now: string,
  ): Promise<void> {
    const commandId = eventId(this.parts.folder.nodeId, type, `${data.groupId} ${now}`, 0);
    await this.parts.runner.run({ command: { type, data }, commandId, actor: systemActor, correlationId: commandId, causationId: null });
  }
}
