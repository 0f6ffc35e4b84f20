import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { pageOf, type Attempt } from '@tocsin/domain/operation/alert-groups/state.js';
import type { EachOutcome, EffectOutcome } from '@tocsin/platform/reactor/effect.js';

const acceptedBy = (kind: ContactKind) =>
  ({ ok: true, state: contactTraits[kind].address === 'device' ? 'delivered' : 'sent', providerId: null }) as const;

const record = (groupId: string, { attemptId, kind }: Attempt, more: object = {}) => ({
  type: 'RecordAttempt',
  data: { groupId, attemptId, outcome: { ...acceptedBy(kind), ...more } },
});

const deliver = ({ data }: RecordedOf<'AttemptStarted'>, { groups }: Pick<DomainReads, 'groups'>): EffectOutcome | undefined => {
  const { groupId, pageId, slot, ring } = data;
  const attempt = pageOf(groups.get(groupId) ?? { pages: [] }, pageId)?.attempts[slot];
  // its bundle delivers it
  if (ring?.bundled || attempt?.state !== 'sending') return undefined;
  return { kind: 'done', record: record(groupId, attempt) };
};

const deliverBundle = ({ data }: RecordedOf<'BundleStarted'>, { groups }: Pick<DomainReads, 'groups'>): EffectOutcome | undefined => {
  if (data.passedOn) return undefined;
  const claimed = groups.where('calledId', data.personId).flatMap(({ groupId, pages }) =>
    pages
      .flatMap(({ attempts }) => Object.values(attempts))
      .filter(({ state, ring }) => state === 'sending' && ring === data.bundleId)
      .map((attempt) => ({ groupId, attempt })),
  );
  const alone = claimed.length === 1 ? { alone: true } : {};
  const each = claimed.map(({ groupId, attempt }): EachOutcome => ({
    claimedBy: { id: attempt.plannedBy, at: attempt.startedAt! },
    record: record(groupId, attempt, alone),
  }));
  return { kind: 'done', each };
};

const callWebhook = ({ data: { groupId, callId, attempt } }: RecordedOf<'WebhookCallStarted'>): EffectOutcome => ({
  kind: 'done',
  record: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: { ok: true } } },
});

/** What a page of a demo comes to: every attempt is delivered, and nothing is sent. Mails that page no one are not even simulated. */
export const demoEffects = { AttemptStarted: deliver, BundleStarted: deliverBundle, WebhookCallStarted: callWebhook };
