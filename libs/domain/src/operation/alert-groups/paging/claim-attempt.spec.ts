import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bySystem, idOf } from '../../../configuration.fixture.js';
import { keyOf, type LineRow, type RingsRow } from '../bundles/rings-row.js';
import { Draft } from '../draft.js';
import { Scenario, methodOf, pages, contactsOfPerson, serviceOf } from '../groups.fixture.js';
import { groupReads } from '../shared/reads.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { startAttempt } from './claim-attempt.js';

const { aloneAfter, wait, long } = bundleLimits;
const quietLine: LineRow = { wait: null, waiting: 0, held: null, free: null, bundle: null, bundleBefore: null, failed: null };
const [own, other] = [methodOf(ana, 0), methodOf(ana, 1)].map((contactMethodId) => keyOf({ contactMethodId, line: 'high' })) as [
  string,
  string,
];

/** Two groups page Ana; nothing of them went out. */
const scenario = new Scenario({
  steps: [pages([ana], { waitMinutes: 60 })],
  services: 2,
  contacts: { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['high', 0, 0]]) },
});
for (const n of [0, 1]) scenario.receives({ ...alertmanager([alertOf(`Disk${n}`)], { key: `g${n}` }), serviceId: serviceOf(n) });
const { now, epoch } = scenario.world;

interface Asked {
  readonly attempt?: Partial<Attempt>;
  readonly page?: Partial<Page>;
  readonly lines?: Readonly<Record<string, Partial<LineRow>>>;
  /** Other attempts of the person that are due by the same method. */
  readonly others?: readonly Pick<Asked, 'attempt' | 'page' | 'serviceId'>[];
  readonly serviceId?: string;
  /** When its group was raised to high urgency. */
  readonly raisedAt?: string;
  /** Milliseconds after it was due. */
  readonly after?: number;
}

const changedGroup = (options: Pick<Asked, 'attempt' | 'page' | 'serviceId' | 'raisedAt'>, n = 0) => {
  const { attempt: _attempt, page: _page, ...groupFields } = options;
  const group = { ...scenario.group(), ...groupFields };
  const before = group.pages[0]!;
  const [first] = Object.values(before.attempts);
  const attempt: Attempt = { ...first!, state: 'queued', attemptId: null, startedAt: null, dueAt: now, ...options.attempt };
  const page: Page = { ...before, ...options.page, attempts: { [attempt.slot]: attempt } };
  return { ...group, ...(n > 0 ? { groupId: idOf(`9${n}`) } : {}), pages: [page] };
};

/** The decision about a due attempt. */
const claimOutcome = ({ lines = {}, others = [], after = 0, ...change }: Asked) => {
  const row: RingsRow = {
    personId: ana,
    lines: Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, { ...quietLine, ...line }])),
    services: {},
    exempt: {},
  };
  const groups = others.map((one, n) => changedGroup(one, n + 1));
  const reads = {
    ...groupReads(scenario.world.memory),
    rings: { get: () => row },
    groups: { eachWhere: (column: string) => (column === 'queuedBy' ? groups : []), where: () => groups },
  } as unknown as ReturnType<typeof groupReads>;
  const context = makeContext({ now: addMillis(now, after), actor: bySystem, commandId: idOf('c9'), epoch, reads });
  const draft = new Draft(changedGroup(change), context);
  const { pageId, attempts } = draft.group.pages[0]!;
  const [slot] = Object.keys(attempts);
  startAttempt(draft, pageId, slot!);
  expect(pageOf(draft.group, pageId)).toBeDefined();
  return draft.facts.flatMap((fact) => {
    if (fact.type === 'AttemptWaits') return `waits ${Date.parse(fact.data.until) - Date.parse(now)}`;
    if (fact.type === 'AttemptStarted') return fact.data.ring?.exempt ? 'rings as an exception' : 'rings';
    return [];
  });
};
/** A wait that a message has just opened. */
const openWait = { ring: 'b1', at: now, alone: 0, aloneBefore: 0, formed: 3, claimed: 0, open: [], isSure: false };

const lastFailure = { reason: 'delivery.provider_unreachable', retryAt: null } as const;
const timesAgo = (at: number, after: number) => addMillis(now, after - at);
const freeSince = (at: string) => ({ dueAt: at, plannedBy: 'e1', ordinal: 1 });

describe('a page that was gathered and is forgotten for a minute', () => {
  const gatheredAttempt = { because: 'next_method', waitsUntil: now, gatheredIn: epoch } as const;
  const after = aloneAfter;
  const claimForgotten = (lines: Asked['lines'], more: Partial<Attempt> = {}, claimTime = after) =>
    claimOutcome({ attempt: { ...gatheredAttempt, ...more }, after: claimTime, ...(lines ? { lines } : {}) });
  const formingSince = (at: string, isPassingOn = false) => ({ bundleId: 'b1', at, isPassingOn });

  it('goes out by itself', () => {
    expect(claimForgotten({})).toEqual(['rings']);
    expect(claimForgotten({ [own]: { free: freeSince(now) } })).toEqual(['rings']);
  });

  it('counts as the exception that it is', () => {
    expect(claimForgotten({ [own]: { wait: { ...openWait, at: timesAgo(1, after) } } }, { because: 'rule' })).toEqual([
      'rings as an exception',
    ]);
  });

  it('waits on while the messages before its own are formed and claimed', () => {
    expect(claimForgotten({ [own]: { forming: formingSince(timesAgo(1, after)) } })).toEqual([`waits ${after}`]);
    expect(claimForgotten({ [own]: { free: freeSince(timesAgo(1, after)) } })).toEqual([`waits ${after}`]);
    expect(claimForgotten({ [own]: { forming: formingSince(now), free: freeSince(now) } })).toEqual(['rings']);
  });

  it('waits on while what waited behind the failed message is passed on', () => {
    const recent = timesAgo(1, after);
    expect(claimForgotten({ [other]: { failed: lastFailure, free: freeSince(recent) } })).toEqual([`waits ${after}`]);
    expect(claimForgotten({ [other]: { failed: lastFailure, forming: formingSince(recent, true) } })).toEqual([`waits ${after}`]);
    // a page that did not take the place of a failed attempt is not among it
    expect(claimForgotten({ [other]: { failed: lastFailure, free: freeSince(recent) } }, { because: 'rule' })).toEqual(['rings']);
  });

  it('waits for nobody where the last of that was a minute ago, nor for longer than any wait', () => {
    expect(claimForgotten({ [other]: { failed: lastFailure, free: freeSince(now), forming: formingSince(now, true) } })).toEqual(['rings']);
    const end = wait + long + 2 * aloneAfter;
    const recent = freeSince(timesAgo(1, end));
    expect(
      claimForgotten(
        { [own]: { free: recent }, [other]: { failed: lastFailure, free: recent } },
        { waitsUntil: addMillis(now, end - aloneAfter) },
        end,
      ),
    ).toEqual(['rings']);
  });
});

describe('while the pages of a bundle are claimed', () => {
  const formingBundle = { bundleId: 'b1', at: now, isPassingOn: false };
  const lines = { [own]: { forming: formingBundle } };
  const byHand = { page: { cause: { kind: 'person', by: ana } } } as const;

  it('what falls due waits for the next', () => {
    expect(claimOutcome({ lines })).toEqual(['waits 0']);
  });

  it('what a person asks for by hand does not, nor for what waits for the next', () => {
    expect(claimOutcome({ lines, ...byHand })).toEqual(['rings']);
    expect(claimOutcome({ lines: { [own]: { forming: formingBundle, free: freeSince(now) } }, ...byHand })).toEqual(['rings']);
    expect(claimOutcome({ lines, ...byHand, others: [{}] })).toEqual(['rings']);
  });

  it('much that is asked for by hand at once is one message still', () => {
    expect(claimOutcome({ lines, ...byHand, others: [byHand] })).toEqual(['waits 0']);
  });

  it('an exception does not wait either', () => {
    expect(claimOutcome({ lines: { [own]: { forming: formingBundle, wait: openWait } } })).toEqual(['rings as an exception']);
  });

  it('nothing is an exception as the first page of a service that the bundle pages for', () => {
    const claiming = { [own]: { forming: formingBundle, wait: openWait } };
    expect(claimOutcome({ lines: claiming, others: [{}] })).toEqual(['waits 0']);
    expect(claimOutcome({ lines: claiming, others: [{ serviceId: serviceOf(0) }] })).toEqual(['rings as an exception']);
    // what was raised is an exception whatever else its service pages for
    expect(claimOutcome({ lines: claiming, raisedAt: now, others: [{}] })).toEqual(['rings as an exception']);
  });
});

describe('the first page of a service that has not rung its person for ten minutes', () => {
  const lines = { [own]: { wait: openWait } };
  const held = { waitsUntil: addMillis(now, wait) };

  it('is no exception while an earlier one of that service waits: both go out when the wait is over', () => {
    expect(claimOutcome({ lines, others: [{ attempt: held }] })).toEqual([`waits ${wait}`]);
    // what was raised is an exception whatever else its service pages for
    expect(claimOutcome({ lines, raisedAt: now, others: [{ attempt: held }] })).toEqual(['rings as an exception']);
  });

  it('is one while only pages of other services, of other urgency, or that have ended wait', () => {
    for (const other of [
      { serviceId: serviceOf(0), attempt: held },
      { page: { urgency: 'low' }, attempt: held },
      { page: { state: 'cancelled' }, attempt: held },
      { attempt: { ...held, contactMethodId: methodOf(ana, 1) } },
    ] as const)
      expect([other, claimOutcome({ lines, others: [other] })]).toEqual([other, ['rings as an exception']]);
  });

  it('goes with others that are due in the same instant', () => {
    expect(claimOutcome({ lines, others: [{}] })).toEqual(['waits 0']);
    expect(claimOutcome({ lines, others: [{ attempt: { waitsUntil: now } }] })).toEqual(['waits 0']);
  });

  it('goes on waiting once it waits, also when an exception becomes free', () => {
    expect(claimOutcome({ lines, attempt: held })).toEqual([`waits ${wait}`]);
  });
});
