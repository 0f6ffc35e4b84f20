import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { pageOf } from '@tocsin/domain/operation/alert-groups/state.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { failedOutcome } from '../channels/channel.js';
import { pageMessage } from '../deliveries/page-message.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import { deliverBundle } from './deliver-bundle.js';
import type { EffectDependencies } from './effect-parts.js';
import type { EventEffects } from '../core/event-effect-table.js';
import { methodOf } from '../deliveries/contact-method.js';
import { RingUpdates } from './ring-updates.js';
import { verify } from './verify.js';
import { withdraw, type PageReference } from './withdraw.js';

/** Calls the provider for an attempt that this reactor has claimed. */
const deliver = async (dependencies: EffectDependencies, { data }: RecordedOf<'AttemptStarted'>): Promise<EffectOutcome | undefined> => {
  const { server, channels } = dependencies;
  // its bundle delivers it
  if (data.epoch !== server.epoch || data.ring?.bundled) return undefined;
  const state = await server.runner.readState(alertGroupDecider, data.groupId);
  const page = state.status === 'none' ? undefined : pageOf(state, data.pageId);
  const attempt = page?.attempts[data.slot];
  if (state.status === 'none' || !page || attempt?.state !== 'sending') return undefined;
  const method = methodOf(server, page.personId, attempt.contactMethodId);
  const outcome = method
    ? await outcomeOf(
        async () => {
          const message = await pageMessage(dependencies, state, page, attempt);
          return channels[method.kind].deliver('page', message, method, { deadlineMs: deadlineOf(method.kind) });
        },
        server,
        method,
      )
    : failedOutcome('delivery.method_disabled', '', false);
  return { kind: 'done', record: { type: 'RecordAttempt', data: { groupId: data.groupId, attemptId: data.attemptId, outcome } } };
};

export const effectsOf = (dependencies: EffectDependencies): EventEffects => {
  const { server, address, channels } = dependencies;
  const takeBack = ({ data }: { readonly data: PageReference }) => withdraw({ server, address, channels }, data);
  return {
    AttemptWaits: new RingUpdates(dependencies).note,
    AttemptStarted: (event) => deliver(dependencies, event),
    BundleStarted: (event) => deliverBundle(dependencies, event),
    AttemptSent: takeBack,
    PageCancelled: takeBack,
    PageAnswered: takeBack,
    VerificationAsked: (event) => verify(server, channels, event),
  };
};
