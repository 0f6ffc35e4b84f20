import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import { namesOf, stretchWords } from './words.js';

const kind = 'drills';
const link = { link: '/on-call', label: 'Open who is on call' };

const without = (personIds: readonly string[], { actor }: { readonly actor: { readonly id: string } }): readonly string[] =>
  personIds.filter((personId) => personId !== actor.id);

/** To those whom a drill would page, except who planned it. No message once it is over. */
export const askForDrill = async (
  dependencies: NoticeDependencies,
  { id, data, meta }: RecordedOf<'DrillPlanned'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  if (!reads.openDrills.get(data.drillId)) return { kind: 'unneeded' };
  const planner = namesOf(reads, [meta.actor.id]);
  return giveNotices(dependencies, { id, kind, about: data.drillId }, without(data.personIds, meta), ({ timeZone }) => ({
    subject: 'May a drill page you?',
    lines: [
      `${planner} plans a drill: ${stretchWords(data, timeZone)}. Its alerts page you only if you agree, and their titles begin with “DRILL”.`,
      'Say so on the page of who is on call. You can change your mind at any time, also while it runs.',
    ],
    ...link,
  }));
};

/** To those who were asked, except who ended it. */
export const tellOfDrillsEnd = (
  dependencies: NoticeDependencies,
  { id, data: { drillId, groupIds, personIds }, meta }: RecordedOf<'DrillEnded'>,
): Promise<EffectOutcome> => {
  const [subject, line] =
    groupIds.length === 0
      ? ['The drill was called off', 'It was not started, and pages no one.']
      : ['The drill is over', 'Its alerts are resolved. What pages you from now on is no drill.'];
  return giveNotices(dependencies, { id, kind, about: drillId }, without(personIds, meta), () => ({ subject, lines: [line], ...link }));
};
