/** Where a reason is fixed: a screen of the web app, its section, and the action there. */
export interface Fix {
  readonly says: string;
  /** `$id`: of the policy, service, team, schedule or person that the reason names. */
  readonly to:
    | '/me'
    | '/heartbeats/$id'
    | '/policies/$id'
    | '/services/$id'
    | '/teams/$id'
    | '/schedules/$id'
    | '/people/$id'
    | '/settings/mail'
    | '/settings/channels';
  /** The id of an element on that screen. */
  readonly at:
    | 'address'
    | 'away'
    | 'server'
    | 'readiness'
    | 'rehearsal'
    | 'https'
    | 'contact-methods'
    | 'steps'
    | 'integrations'
    | 'members'
    | 'balance'
    | 'twilio';
}

/** `blocks`: no page comes that way. `unsure`: a page may not get through. `noted`: it gets through, and one ought to know this first. */
export type Weight = 'blocks' | 'unsure' | 'noted';

export interface Reason {
  readonly weight: Weight;
  readonly says: string;
  readonly fix: Fix;
}

const onCard = (says: string): Fix => ({ says, to: '/me', at: 'readiness' });
const inMethods = (says: string): Fix => ({ says, to: '/me', at: 'contact-methods' });
export const inPolicy = (says: string): Fix => ({ says, to: '/policies/$id', at: 'steps' });

/** Why a page might not reach a person: a closed list, each with its fix. */
export const readinessReasons = {
  'readiness.no_method': {
    weight: 'blocks',
    says: 'No working contact method.',
    fix: inMethods('Add a contact method'),
  },
  'readiness.only_tab': {
    weight: 'unsure',
    says: 'Only an open browser tab can alert; a closed laptop can’t.',
    fix: onCard('Add a phone'),
  },
  'readiness.only_mail': {
    weight: 'noted',
    says: 'Only e-mail, and e-mail won’t wake you.',
    fix: onCard('Add a phone'),
  },
  'readiness.not_verified': {
    weight: 'blocks',
    says: 'Not used until its address is verified.',
    fix: inMethods('Verify it'),
  },
  'readiness.mail_not_set_up': {
    weight: 'blocks',
    says: 'Mail is not set up yet: nothing can be sent to it.',
    fix: { says: 'Set up mail', to: '/settings/mail', at: 'server' },
  },
  'readiness.connection_missing': {
    weight: 'blocks',
    says: 'Nothing sends it: its connection is not set up.',
    fix: { says: 'Set up the connection', to: '/settings/channels', at: 'twilio' },
  },
  'readiness.bounces_not_seen': {
    weight: 'noted',
    says: 'Mails that come back are not seen here yet: a dead address looks like one that works.',
    fix: { says: 'How to hand them over', to: '/settings/mail', at: 'server' },
  },
  'readiness.switched_off': {
    weight: 'noted',
    says: 'Switched off: not used for pages.',
    fix: inMethods('Switch it on'),
  },
  'readiness.disabled': {
    weight: 'blocks',
    says: 'No longer used: it can’t be reached.',
    fix: onCard('Add it again'),
  },
  'readiness.failing': {
    weight: 'unsure',
    says: 'The last message failed.',
    fix: inMethods('Try it'),
  },
  'readiness.silent': {
    weight: 'unsure',
    says: 'No sign of life from this device for 7 days.',
    fix: inMethods('Try it'),
  },
  'readiness.sound_locked': {
    weight: 'unsure',
    says: 'This tab’s sound is off until you press anywhere.',
    fix: inMethods('Turn the sound on'),
  },
  'readiness.plain_http': {
    weight: 'unsure',
    says: 'This address is plain http: push notifications to phones don’t work.',
    fix: { says: 'Ways to https', to: '/me', at: 'https' },
  },
  'readiness.push_not_granted': {
    weight: 'unsure',
    says: 'Notifications are blocked in this browser: this device stays silent.',
    fix: onCard('Page this device'),
  },
  'readiness.no_rule': {
    weight: 'noted',
    says: 'No rules yet, so we use every contact method at once.',
    fix: inMethods('Add a rule'),
  },
  'readiness.method_without_rule': {
    weight: 'noted',
    says: 'Your rules for high urgency don’t use it: only if another method fails.',
    fix: inMethods('Add a rule'),
  },
  'readiness.no_night_page': {
    weight: 'noted',
    says: 'No page has reached your phone at night in 90 days.',
    fix: inMethods('Send a page at 3:00'),
  },
  'readiness.late_rule': {
    weight: 'unsure',
    says: 'The policy escalates before the first loud rule.',
    fix: inMethods('Shorten the delay'),
  },
  'readiness.away': {
    weight: 'noted',
    says: 'Away: low-urgency pages skip this person. High-urgency pages don’t.',
    fix: { says: 'Change it', to: '/me', at: 'away' },
  },
  'readiness.alone': {
    weight: 'noted',
    says: 'No one is paged after this person.',
    fix: inPolicy('Add a person'),
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type ReadinessCode = keyof typeof readinessReasons;
export const readinessCodes = Object.keys(readinessReasons) as readonly ReadinessCode[];
