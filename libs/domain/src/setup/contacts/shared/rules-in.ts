import type { NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { contactsDecider } from '../decider.js';

export const rulesIn = (world: Pick<World, 'state'>, personId: string): readonly NotificationRule[] =>
  world.state(contactsDecider, personId).rules;
