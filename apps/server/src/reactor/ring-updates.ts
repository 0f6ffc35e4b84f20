import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { keyOf } from '@tocsin/domain/operation/alert-groups/bundles/rings-row.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { membersOfRing } from '../deliveries/bundle-members.js';
import { bundleMessage } from '../deliveries/bundle-message.js';
import { methodOf } from '../deliveries/contact-method.js';
import { pageMessage } from '../deliveries/page-message.js';
import { waitingWords, type LineRef } from '../deliveries/waiting-groups.js';
import { deadlineOf } from './channel-outcome.js';
import type { EffectDependencies } from './effect-parts.js';

/**
 * While pages wait behind a message that rang, that message is updated where it is shown: “and 4 more in Payments”, without a sound. Derived from memory and
 * not repeated: it may be lost, since what waits is sent anyway. It is no attempt, and not in the message log.
 */
export class RingUpdates {
  /** Lines that have an update planned: further pages join it. */
  private readonly planned = new Set<string>();

  constructor(private readonly dependencies: EffectDependencies) {}

  /** A page began to wait: an update follows, with all that begin to wait until then. */
  readonly note = async ({ data }: RecordedOf<'AttemptWaits'>): Promise<void> => {
    const { server, channels } = this.dependencies;
    const { personId, contactMethodId, line } = data;
    const kind = methodOf(server, personId, contactMethodId)?.kind;
    if (line === 'quiet' || kind === undefined || !channels[kind].canSend('update')) return;
    const key = `${personId} ${keyOf(data)}`;
    if (this.planned.has(key)) return;
    this.planned.add(key);
    server.clock.at(addMillis(server.clock.now(), alertGroupLimits.ringUpdateAfter), () => {
      this.planned.delete(key);
      void this.update({ personId, contactMethodId, line }).catch((error: unknown) =>
        server.troubles.note('update of a notification', error),
      );
    });
  };

  private async update(line: LineRef): Promise<void> {
    const { server, channels } = this.dependencies;
    const { personId, contactMethodId } = line;
    const row = server.reads.rings.get(personId);
    const lineRow = row?.lines[keyOf(line)];
    const isPaused = (row?.pauses?.[contactMethodId] ?? '') > server.clock.now();
    if (server.held || isPaused || !lineRow?.wait) return;
    const bundleId = lineRow.wait.ring;
    const members = membersOfRing(server, { personId, bundleId });
    const waiting = waitingWords(server, line);
    const method = methodOf(server, personId, contactMethodId);
    const [first] = members;
    if (!first || !method || waiting === null) return;
    const message = first.attempt.isBundled
      ? { bundle: await bundleMessage(this.dependencies, { bundleId, personId, before: lineRow.bundleBefore }, members) }
      : { page: await pageMessage(this.dependencies, first.group, first.page, first.attempt) };
    const channel = channels[method.kind];
    if (channel.canSend('update'))
      await channel.deliver('update', { ...message, waiting }, method, { deadlineMs: deadlineOf(method.kind) });
  }
}
