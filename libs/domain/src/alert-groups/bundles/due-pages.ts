import type { Ring } from '@tocsin/contracts/bundles.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import type { GroupReads, OpenGroup } from '../shared/reads.js';
import { lineOf } from './rings-row.js';
import type { DuePage } from './throttled.js';
import { verdictOn } from './verdict.js';

export type Way = Pick<Ring, 'personId' | 'contactMethodId' | 'line'>;
type Ctx = Pick<Context<GroupReads>, 'now' | 'epoch' | 'reads'>;

const attemptsTo = function* (groups: readonly OpenGroup[], personId: string): Generator<DuePage> {
  for (const group of groups)
    for (const page of group.pages)
      if (page.personId === personId && page.state === 'running' && !group.test)
        for (const attempt of Object.values(page.attempts)) yield { group, page, attempt };
};

export interface DuePages {
  /** What is due by this way and waits for no message before it. */
  readonly free: readonly DuePage[];
  /** What is due and waits. */
  readonly held: readonly DuePage[];
  /** More of the same is about to be due: it is waited for. */
  readonly isUnsettled: boolean;
}

const ringsOf = (found: readonly DuePage[], is: (due: DuePage) => boolean): ReadonlySet<string> =>
  new Set(found.flatMap((due) => (is(due) ? (due.attempt.ring ?? []) : [])));

/** A message that took the place of one that failed holds all that this one had, and all that waited behind it. */
const isPassingOn = (context: Ctx, { personId, line }: Way, found: readonly DuePage[], free: readonly DuePage[]): boolean => {
  if (!free.some(({ attempt }) => attempt.because === 'next_method')) return false;
  const lines = context.reads.rings.get(personId)?.lines ?? {};
  if (Object.entries(lines).some(([key, row]) => key.endsWith(line) && row.failed !== null)) return true;
  const pages = new Set(free.map(({ page }) => page.pageId));
  const all = [...found, ...free.flatMap(({ group, page }) => Object.values(page.attempts).map((attempt) => ({ group, page, attempt })))];
  const failed = ringsOf(all, ({ page, attempt }) => attempt.state === 'failed' && pages.has(page.pageId));
  const calling = ringsOf(found, ({ attempt }) => attempt.state === 'sending');
  return [...failed].some((ring) => calling.has(ring));
};

/** What is due for a person by one way, in all groups that page them: beside the one that asks, which its own group knows better. */
export const duePages = (context: Ctx, way: Way, asking?: DuePage): DuePages => {
  const { now, epoch, reads } = context;
  const groups = reads.groups.where('pagedId', way.personId).filter(({ groupId }) => groupId !== asking?.group.groupId);
  const found = [...attemptsTo(groups, way.personId)];
  const mine = found.filter(({ page, attempt }) => attempt.contactMethodId === way.contactMethodId && lineOf(page) === way.line);
  const due = mine.filter(({ attempt }) => attempt.state === 'queued' && attempt.dueAt <= now);
  const free = due.filter((one) => verdictOn(context, one).waits === null);
  const held = due.filter((one) => !free.includes(one));
  const isLost = mine.some(({ attempt }) => attempt.state === 'sending' && attempt.epoch < epoch);
  return { free, held, isUnsettled: isLost || isPassingOn(context, way, found, asking ? [...free, asking] : free) };
};
