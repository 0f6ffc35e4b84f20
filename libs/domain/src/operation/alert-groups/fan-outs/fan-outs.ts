import type { AnyFanOut } from './fan-out.js';
import { clockSetBack } from './clock-set-back.js';
import { contactsChanged } from './contacts-changed.js';
import { mutesApplied } from './mutes-applied.js';
import { personReleased } from './person-released.js';
import { policyApplied } from './policy-applied.js';

/** What follows for alert groups, by the name of its process. */
export const fanOuts: Readonly<Record<string, AnyFanOut>> = {
  personReleased,
  policyApplied,
  contactsChanged,
  clockSetBack,
  mutesApplied,
};
