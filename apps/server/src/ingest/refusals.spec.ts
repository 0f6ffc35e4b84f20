import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { HttpProblem } from '../problems/problem.js';
import { Refusals, type SendRefusals } from './refusals.js';

interface Notification {
  readonly refused: number;
  readonly because: string;
}
type Dependencies = ConstructorParameters<typeof Refusals>[0];

/** A server that refuses signals of one integration, whose alert group is open once it was reported. */
const starting = (lastAt: string | null = '2026-11-21T03:00:00.000Z', answer = (): Promise<unknown> => Promise.resolve()) => {
  const arrivals = { at: lastAt };
  const time = { at: '2026-11-21T03:12:30.000Z' };
  const timers: (() => void)[] = [];
  const errors: unknown[] = [];
  const asked: (Partial<Notification> & { readonly type: string })[] = [];
  const open = (): readonly OpenGroup[] => (asked.length > 0 ? [partOf<OpenGroup>({ groupId: 'g1', status: 'firing' })] : []);
  const parts = partOf<Dependencies>({
    clock: { now: () => time.at, at: (_: string, call: () => void) => (timers.push(call), () => void timers.splice(0)) },
    folder: { nodeId: 'n1' },
    memory: { rows: () => ({ get: () => arrivals.at && { lastAt: arrivals.at } }) },
    reads: { groups: { where: () => open() } },
    troubles: { note: (_: string, error: unknown) => void errors.push(error) },
  });
  const send: SendRefusals = (type, { refused, because }) => {
    asked.push({
      type,
      ...(refused === undefined ? {} : { refused: refused as number }),
      ...(because ? { because: because as string } : {}),
    });
    return answer();
  };
  return { time, arrivals, asked, errors, timers, refusals: new Refusals(parts), send };
};
/** One that takes commands. */
const server = (lastAt?: string | null, answer?: () => Promise<unknown>) => {
  const one = starting(lastAt, answer);
  void one.refusals.sendBy(one.send);
  return one;
};
const integration = partOf<IntegrationRow>({ id: 'i1' });

describe('what is refused of an integration', () => {
  it('is told to its alert group once a minute', async () => {
    const { time, asked, refusals } = server();
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect(asked).toEqual([{ type: 'RaiseRefusals' }]);
    time.at = '2026-11-21T03:13:30.000Z';
    await refusals.note(integration);
    expect(asked.slice(1)).toEqual([{ type: 'CountRefused', refused: 3 }]);
  });

  it('is told also where the clock was set back by an hour: not only when it is there again', async () => {
    const { time, asked, refusals } = server();
    await refusals.note(integration);
    time.at = '2026-11-21T02:12:30.000Z';
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect(asked).toEqual([{ type: 'RaiseRefusals' }, { type: 'CountRefused', refused: 1 }]);
  });
});

describe('what is refused while the server starts', () => {
  it('is told once commands are taken, with what came until then', async () => {
    const { refusals, asked, send } = starting();
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect(asked).toEqual([]);
    await refusals.sendBy(send);
    expect(asked).toEqual([{ type: 'RaiseRefusals' }]);
  });
});

describe('what could not be reported', () => {
  const failing = () => {
    const log = { isAway: true };
    const one = server(undefined, () => (log.isAway ? Promise.reject(new Error('the log is away')) : Promise.resolve()));
    return { ...one, log };
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is reported ten seconds later with all that came meanwhile, although its sender does not come again', async () => {
    const { refusals, asked, timers, log, errors } = failing();
    for (let n = 0; n < 3; n += 1) await refusals.note(integration);
    expect([asked.length, errors, timers.length]).toEqual([1, [new Error('the log is away')], 1]);
    log.isAway = false;
    timers.shift()!();
    await settle();
    expect(asked.slice(1)).toEqual([{ type: 'CountRefused', refused: 3 }]);
    expect(timers).toEqual([]);
  });

  it('is retried until it is, and no longer than the server runs', async () => {
    const { refusals, asked, timers } = failing();
    await refusals.note(integration);
    timers.shift()!();
    await settle();
    expect([asked.length, timers.length]).toEqual([2, 1]);
    refusals.stop();
    expect(timers).toEqual([]);
  });
});

it('a command that its group refuses, because it was resolved meanwhile, is no trouble of the server and is not sent again', async () => {
  const { refusals, asked, errors, timers } = server(undefined, () => Promise.reject(new HttpProblem('alert_group.already_resolved')));
  for (let n = 0; n < 2; n += 1) await refusals.note(integration);
  expect(asked).toEqual([{ type: 'RaiseRefusals' }]);
  expect([errors, timers]).toEqual([[], []]);
});

describe('what can’t be read', () => {
  const raised = [{ type: 'RaiseRefusals', because: 'unreadable' }];
  /** Every five minutes, as Alertmanager comes again. */
  const receiveAgain = async ({ time, refusals }: ReturnType<typeof server>, ...minutes: readonly string[]): Promise<void> => {
    for (const minute of minutes) {
      time.at = `2026-11-21T03:${minute}:00.000Z`;
      await refusals.noteUnreadable(integration);
    }
  };

  it('opens a group where everything that the integration sends has been refused for minutes', async () => {
    const one = server();
    await receiveAgain(one, '10');
    expect(one.asked).toEqual([]);
    await receiveAgain(one, '15');
    expect(one.asked).toEqual(raised);
  });

  it('opens none for one wrong request, for many within a minute, or for two with a long pause', async () => {
    const one = server();
    await receiveAgain(one, '10', '10', '11', '12', '13', '29');
    expect(one.asked).toEqual([]);
  });

  it('opens none while others of its signals are accepted, by this server or by another', async () => {
    const one = server();
    await receiveAgain(one, '10', '13');
    one.refusals.noteAccepted('i1');
    await receiveAgain(one, '16', '19');
    one.arrivals.at = '2026-11-21T03:19:30.000Z';
    await receiveAgain(one, '20', '23');
    expect(one.asked).toEqual([]);
    await receiveAgain(one, '24');
    expect(one.asked).toEqual(raised);
  });

  it('opens none while the integration is being connected: nothing was ever accepted', async () => {
    const one = server(null);
    await receiveAgain(one, '10', '15', '20', '25');
    expect(one.asked).toEqual([]);
  });

  it('opens one also where the clock was set back since the last that was accepted', async () => {
    const one = server('2026-11-21T04:05:00.000Z');
    await receiveAgain(one, '10', '15');
    expect(one.asked).toEqual(raised);
  });
});
