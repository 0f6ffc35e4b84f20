import { streamNameOf } from '@tocsin/kernel/decide/decider.js';
import type { LeavingRows } from '@tocsin/kernel/rows/view.js';
import { alertGroupDecider } from '../decider.js';

/** The stream with all events of a group. */
export const streamOfGroup = (groupId: string): string => streamNameOf(alertGroupDecider, groupId);

const prefix = streamOfGroup('');

/** Resolved groups leave lists after as many days as the organisation says. */
export const leavesWithGroup: LeavingRows = {
  streamOf: streamOfGroup,
  thingOf: (stream) => (stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined),
};
