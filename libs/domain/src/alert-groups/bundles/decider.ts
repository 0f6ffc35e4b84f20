import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { BundleFact } from '@tocsin/contracts/bundles.js';
import { bundleLimits } from '@tocsin/contracts/limits.js';
import type { Context, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import type { GroupReads } from '../shared/reads.js';
import { isPlanned } from '../timers.js';
import type { BundleCommand } from './commands.js';
import { duePages, type Way } from './due-pages.js';
import { isOver, keyOf, verdictOn, type DuePage, type LineRow } from './rings-row.js';

type Ctx = Context<GroupReads>;

const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / bundleLimits.listed) }, (_, n) =>
    all.slice(n * bundleLimits.listed, (n + 1) * bundleLimits.listed),
  );

const named = ({ group: { groupId }, page: { pageId }, attempt: { slot } }: DuePage) => ({ groupId, pageId, slot });

type Filled = Pick<FactOf<'BundleFilled'>, 'count' | 'whole' | 'more' | 'exempt'>;
const filled = (way: Way, context: Ctx, data: Filled): BundleFact => ({
  type: 'BundleFilled',
  data: { ...way, bundleId: context.newId('bundle'), ...data },
});

/** Pages that wait behind a message that failed go on to the next method. */
const passOn = (way: Way, context: Ctx, { reason, retryAt }: NonNullable<LineRow['failed']>): Decision<BundleFact> => {
  const { free, held } = duePages(context, way);
  const waiting = [...free, ...held].filter(({ attempt }) => attempt.n === 1 && attempt.waitsUntil !== undefined);
  return [
    ...inParts(waiting).map((part): BundleFact => ({
      type: 'BundlePassedOn',
      data: { ...way, reason, retryAt, members: part.map(named) },
    })),
    filled(way, context, { count: 0, whole: true, more: false }),
  ];
};

/** All that is due by one way, as one message. While more is about to be, nothing: what comes of that asks again. */
const form = (way: Way, context: Ctx, line: LineRow): Decision<BundleFact> => {
  if (line.failed) return passOn(way, context, line.failed);
  const { free, held, isUnsettled } = duePages(context, way);
  if (isUnsettled) return [];
  const bundleId = context.newId('bundle');
  const isWhole = isOver(line.wait, keyOf(way), context.now);
  const row = context.reads.rings.get(way.personId);
  const members = free.slice(0, bundleLimits.pages).map((due) => {
    const verdict = verdictOn(row, due, context.now);
    return { ...named(due), ...(verdict.waits === null && verdict.exempt ? { exempt: true as const } : {}) };
  });
  const more = members.length < free.length || held.length > 0;
  const exempt = members.some((member) => member.exempt) ? { exempt: true as const } : {};
  return [
    ...inParts(members).map((part): BundleFact => ({ type: 'BundleFormed', data: { ...way, bundleId, members: [...part] } })),
    filled(way, context, { count: members.length, whole: isWhole, more, ...exempt }),
  ];
};

/** What waits for a person goes out as one message: one stream for each person, so that two reactors can’t form the same bundle. */
export const bundleDecider: Decider<null, BundleCommand, BundleFact, GroupReads> = {
  category: 'bundle',
  initial: null,
  // a person is rung by one method once at a time
  sequence: (facts) => facts.flatMap((fact) => (fact.type === 'BundleFilled' ? fact.data.contactMethodId : []))[0],
  streamId: { FormBundle: ({ personId }) => personId, StartBundle: ({ personId }) => personId },
  decide: {
    FormBundle: ({ personId, contactMethodId, line: name, ...planned }, _state, context) => {
      const way = { personId, contactMethodId, line: name };
      const line = context.reads.rings.get(personId)?.lines[keyOf(way)];
      if (!line || !(isPlanned(line.held, planned) || isPlanned(line.free, planned))) return [];
      return form(way, context, line);
    },
    StartBundle: (data, _state, { epoch }) => [{ type: 'BundleStarted', data: { ...data, epoch } }],
  },
  evolve: {
    BundleFormed: (state) => state,
    BundlePassedOn: (state) => state,
    BundleFilled: (state) => state,
    BundleStarted: (state) => state,
  },
};
