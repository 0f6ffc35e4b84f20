import type { TrackedEffects } from '@tocsin/kernel/react/effects.js';
import { recordEffectEnd } from './effects.decider.js';
import { openEffectsView, outcomesSinceView, type OpenEffectsRow } from './open-effects.view.js';

/**
 * Effects that are done at least once: mails with links and codes, mails about duty, withdrawn notifications, deleted
 * secrets. Attempts are not among them: their page plans the next one.
 */
export const effects: TrackedEffects = {
  types: [
    'PersonInvited',
    'PasswordResetLinkMade',
    'VerificationAsked',
    'ContactMethodVerified',
    'ChatAccountLinked',
    'ContactMethodDisabled',
    'EmailChangeAsked',
    'EmailChanged',
    'ContactMethodRemoved',
    'PushSubscriptionRenewed',
    'TwoFactorTurnedOn',
    'TwoFactorTurnedOff',
    'PersonRoleChanged',
    'PageCancelled',
    'PageAnswered',
    'AttemptSent',
    'EventSubscriptionChanged',
    'EventSubscriptionSecretRotated',
    'EventSubscriptionRemoved',
    'EventSubscriptionDisabled',
    'EventReceiverLost',
    'RelaySet',
    'RelayRemoved',
    'IntegrationRemoved',
    'LookupSaved',
    'LookupRemoved',
    'ConnectionChanged',
    'ConnectionRemoved',
    'ConnectionAnswersEnded',
    'MailServerConfigured',
    'MailServerRemoved',
    'CoverRequested',
    'CoverReminded',
    'CoverAccepted',
    'CoverDeclined',
    'CoverWithdrawn',
    'CoverExpired',
    'WeeklySummaryDue',
    'FollowerNotified',
    'NoticeGiven',
    'OnCallPosted',
    'MorningSummaryDue',
  ],
  view: openEffectsView.name,
  category: 'effect',
  open: (row: OpenEffectsRow) => row.open,
  pendingSince: (memory) => memory.rows<number>(outcomesSinceView.name).get('log') ?? Number.MAX_SAFE_INTEGER,
  end: recordEffectEnd,
};
