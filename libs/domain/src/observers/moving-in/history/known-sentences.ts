import type { ForeignAct } from '@tocsin/contracts/imported-history/events.js';

type Pattern = readonly [ForeignAct, RegExp];

/**
 * Sentences of Opsgenie’s alert log, which Jira Service Management writes, too. The first that fits counts; `other`: understood, and without a
 * counterpart in reports.
 */
const opsgenie: readonly Pattern[] = [
  ['unacknowledged', /^(?:alert )?(?:is )?un-?acknowledged/i],
  ['acknowledged', /^(?:alert )?(?:is )?(?:auto-?)?acknowledged\b/i],
  ['resolved', /^(?:alert )?(?:is )?(?:auto-?)?closed\b/i],
  ['snoozed', /^(?:alert )?(?:is )?snoozed\b/i],
  ['escalated', /^(?:alert )?(?:is )?escalated\b|^escalation\b|^executed (?:escalation|rule)/i],
  ['assigned', /^(?:alert )?(?:is )?(?:assigned|owned|ownership)\b|^(?:ownership|took ownership)/i],
  ['noted', /^(?:alert )?note (?:is )?added|^added note/i],
  [
    'other',
    /^(?:alert )?(?:is )?(?:created|updated|re-?opened|deleted|viewed|seen|routed|de-?duplicated|unsnoozed|removed|added|executed)\b/i,
  ],
  [
    'other',
    /^(?:alert )?(?:tags?|details?|attachment|attachments|priority|message|description|responders?|recipients?|team|teams|count|custom action|action)\b/i,
  ],
  [
    'other',
    /^(?:sent|sending|skipped|received|notified|notification|delivered|suppressed|failed|could not|couldn[’']t|will|started|stopped|scheduled|delayed)\b/i,
  ],
  ['other', /^(?:(?:\w+ )?(?:e-?mail|sms|voice|call|mobile|push|web|api)\b.*(?:sent|delivered|answered|opened|notif|fail))/i],
  ['other', /^(?:integration|policy|heartbeat|maintenance|snooze|auto|schedule|webhook|incident|problem|change)\b/i],
];

/** Sentences of GoAlert’s `recentEvents`. */
const goalert: readonly Pattern[] = [
  ['acknowledged', /^acknowledged\b/i],
  ['resolved', /^closed\b/i],
  ['escalated', /^escalat/i],
  ['noted', /^(?:set|added) note|^noise reason/i],
  ['other', /^(?:created|duplicate|suppressed|notification|no immediate|updated|assigned|status|response|policy|delivery|started)/i],
];

const actIn =
  (patterns: readonly Pattern[]) =>
  (sentence: string): ForeignAct =>
    patterns.find(([, pattern]) => pattern.test(sentence.trim()))?.[0] ?? 'not_understood';

export const actOfOpsgenie = actIn(opsgenie);
export const actOfGoalert = actIn(goalert);
