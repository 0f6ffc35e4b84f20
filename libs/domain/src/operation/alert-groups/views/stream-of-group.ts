import { streamNameOf } from '@tocsin/kernel/decide/decider.js';
import { alertGroupDecider } from '../decider.js';

/** The stream with all events of a group. */
export const streamOfGroup = (groupId: string): string => streamNameOf(alertGroupDecider, groupId);
