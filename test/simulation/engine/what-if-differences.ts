import { imaginedGroups } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { EventsOrSource } from '@tocsin/kernel/replay/source.js';
import { collectWhatIf } from '@tocsin/kernel/replay/what-if.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';

interface RecordedLife {
  /** The rules that made its log. */
  readonly domain: Domain;
  readonly events: EventsOrSource;
}

/**
 * An unchanged replay does everything when it is due, so it differs from a history that was late. Replayed once more, it
 * must come out the same to the millisecond: returns what does not, one sentence each.
 */
export const findUnstable = ({ domain, events }: RecordedLife): readonly string[] => {
  const options = { ...imaginedGroups, tolerance: 0, written: byContract };
  const { world } = collectWhatIf(domain, events, options);
  return collectWhatIf(domain, world.events, options).divergences.map(
    ({ stream, was, would }) => `${stream}: was ${JSON.stringify(was)}, would be ${JSON.stringify(would)}`,
  );
};
