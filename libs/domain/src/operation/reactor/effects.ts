import type { TrackedEffects } from '@tocsin/kernel/react/effects.js';
import { recordEffectEnd } from './effects.decider.js';
import { openEffectsView, outcomesSinceView, type OpenEffectsRow } from './open-effects.view.js';

/** Older releases sent these without an outcome: what they sent is not sent again. */
const trackedLater: ReadonlySet<string> = new Set([
  'SilenceEndAnnounced',
  'MaintenanceAnnounced',
  'MaintenanceEnded',
  'NightPageCounted',
  'SmsPartsExceeded',
]);

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
    'PhoneOfferEnded',
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
    'OldSystemConnected',
    'OldSystemDisconnected',
    'LookupSaved',
    'LookupRemoved',
    'ConnectionChanged',
    'ConnectionRemoved',
    'ConnectionAnswersEnded',
    'BackupsConfigured',
    'BackupsTurnedOff',
    'ConfigApplyStopped',
    'MailServerConfigured',
    'MailServerRemoved',
    'CoverRequested',
    'CoverReminded',
    'CoverAccepted',
    'CoverDeclined',
    'CoverWithdrawn',
    'CoverExpired',
    'WeeklySummaryDue',
    'ProviderErasureDue',
    'FollowerNotified',
    'SilenceEndAnnounced',
    'MaintenanceAnnounced',
    'MaintenanceEnded',
    'NightPageCounted',
    'SmsPartsExceeded',
    'DrillPlanned',
    'DrillEnded',
    'NoticeGiven',
    'OnCallPosted',
    'MorningSummaryDue',
  ],
  view: openEffectsView.name,
  category: 'effect',
  open: (row: OpenEffectsRow) => row.open,
  pendingSince: (memory, type) =>
    memory.rows<number>(outcomesSinceView.name).get(trackedLater.has(type) ? 'notices' : 'log') ?? Number.MAX_SAFE_INTEGER,
  end: recordEffectEnd,
};
