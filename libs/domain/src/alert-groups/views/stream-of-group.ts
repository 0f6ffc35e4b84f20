import { streamName } from '@tocsin/kernel/decide/decider.js';
import { alertGroupDecider } from '../decider.js';

/** The stream that everything about a group stands in. */
export const streamOfGroup = (groupId: string): string => streamName(alertGroupDecider, groupId);
