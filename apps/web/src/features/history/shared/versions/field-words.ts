import { capital } from '../../../../data/words/capital.js';
import { idPattern, type Leaf } from './differences.js';

/** Where the name in the schema, taken apart, is not what the screens say. */
const names: Readonly<Record<string, string>> = {
  policyId: 'escalation policy',
  ackTimeoutMinutes: 'acknowledgement timeout, minutes',
  reopenWindowMinutes: 'reopen window, minutes',
  urgencyRule: 'urgency',
  waitMinutes: 'wait, minutes',
  climbLow: 'escalate low urgency',
  lowWaits: 'low urgency waits for the morning',
  oneInTurn: 'round-robin',
  notifyOthersStill: 'keep paging after acknowledgement',
  until: 'end',
  isOn: 'on',
  kind: 'type',
};

const nameOf = (key: string): string => names[key] ?? key.replace(/Ids?$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `['steps', '2', 'waitMinutes']`: “Steps 2, wait, minutes”. */
export const pathWords = (path: readonly string[]): string =>
  capital(
    path
      .map((key) => (/^\d+$/.test(key) ? key : nameOf(key)))
      .join(' › ')
      .replaceAll(/ › (\d+)/g, ' $1'),
  );

/** A value in words; ids by their names. */
export const leafWords = (leaf: Leaf | undefined, nameOfId: (id: string) => string): string => {
  if (leaf === undefined || leaf === null || leaf === '') return 'None';
  if (typeof leaf === 'boolean') return leaf ? 'Yes' : 'No';
  return String(leaf).replaceAll(idPattern, nameOfId);
};
