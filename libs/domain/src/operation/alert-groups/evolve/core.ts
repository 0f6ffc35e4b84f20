import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import { keepAspects } from '../aspects/aspects.js';
import type { EscalationState, AlertGroupCore, ExistingGroup, Links } from '../state.js';

/** The state of the escalation before its first step. */
export const noEscalation: EscalationState = {
  round: 0,
  began: 0,
  reached: 0,
  next: null,
  reachedSomebody: false,
  exhausted: false,
  restartAt: null,
};

/** The fields that do not depend on the status. */
export const coreOf = (state: ExistingGroup): AlertGroupCore => ({
  groupId: state.groupId,
  correlationId: state.correlationId,
  number: state.number,
  serviceId: state.serviceId,
  teamId: state.teamId,
  origin: state.origin,
  title: state.title,
  urgency: state.urgency,
  raisedAt: state.raisedAt,
  test: state.test,
  ...(state.rehearses ? { rehearses: state.rehearses } : {}),
  policy: state.policy,
  ackTimeoutMinutes: state.ackTimeoutMinutes,
  openedAt: state.openedAt,
  firingSince: state.firingSince,
  opening: state.opening,
  opened: state.opened,
  alerts: state.alerts,
  counted: state.counted,
  ...(state.fired ? { fired: state.fired } : {}),
  cutList: state.cutList,
  names: state.names,
  climb: state.climb,
  pages: state.pages,
  pastPages: state.pastPages,
  calls: state.calls,
  ...(state.posts ? { posts: state.posts } : {}),
  ...(state.routePosts ? { routePosts: state.routePosts } : {}),
  responders: state.responders,
  lastHolder: state.lastHolder,
  update: state.update,
  senderStillFiring: state.senderStillFiring,
  ...keepAspects(state),
  stale: state.stale,
  ending: state.ending,
  refused: state.refused,
  // a change of holder ends the calling of further people
  calling: null,
  links: state.links,
});

export const changeLinks = (state: ExistingGroup, change: Partial<Links>): Pick<AlertGroupCore, 'links'> => ({
  links: { ...state.links, ...change },
});

export const personOf = (holder: Holder, fallback: string | null): string | null => (holder.kind === 'person' ? holder.personId : fallback);
