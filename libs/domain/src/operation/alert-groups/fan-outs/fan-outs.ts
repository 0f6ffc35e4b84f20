import type { AnyFanOut } from './fan-out.js';
import { clockSetBack } from './clock-set-back.js';
import { contactsChanged } from './contacts-changed.js';
import { personReleased } from './person-released.js';
import { policyApplied } from './policy-applied.js';

/** By the name of their process, from which the ids of their commands derive. */
export const fanOuts: Readonly<Record<string, AnyFanOut>> = {
  releasing: personReleased,
  applying: policyApplied,
  following: contactsChanged,
  followClock: clockSetBack,
};
