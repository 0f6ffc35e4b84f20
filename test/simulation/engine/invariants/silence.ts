import { timersOfGroup } from '@tocsin/domain/operation/alert-groups/timers.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Invariant } from './invariant.js';

const isSilent = (group: OpenGroup, epoch: number): boolean =>
  group.status === 'firing' &&
  group.urgency === 'high' &&
  !group.test &&
  // its sender has been silent for so long that paging has stopped
  group.stale?.stopped !== true &&
  !timersOfGroup(group, epoch).some(({ name }) => name.startsWith('step:'));

/** While a group fires with high urgency and is unacknowledged, more people will be paged. */
export const silence = (): Invariant => ({
  onEnd: ({ memory, epoch }) =>
    [...memory.rows<OpenGroup>('groups').all()]
      .filter((group) => isSilent(group, epoch))
      .map(({ number }) => `#${number} fires, and nobody will be paged`),
});
