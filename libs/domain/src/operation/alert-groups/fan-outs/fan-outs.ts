import type { AnyFanOut } from './fan-out.js';
import { clockSetBack } from './clock-set-back.js';
import { contactsChanged } from './contacts-changed.js';
import { personReleased } from './person-released.js';
import { policyApplied } from './policy-applied.js';
import { silenceApplied } from './silence-applied.js';

/** What follows for alert groups, by the name of its process. */
export const fanOuts: Readonly<Record<string, AnyFanOut>> = {
  personReleased,
  policyApplied,
  contactsChanged,
  clockSetBack,
  silenceApplied,
};
