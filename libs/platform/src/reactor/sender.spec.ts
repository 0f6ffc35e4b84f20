import type { PlannedCommand } from '@tocsin/kernel/react/process.js';
import type { Order } from '@tocsin/kernel/decide/decision-step.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { CommandRunner } from '../bus/command-runner.js';
import { systemMonotonicClock } from '../clock/monotonic-clock.js';
import { Sender } from './sender.js';

/** A runner that refuses `Resolve`. */
const createSender = () => {
  const [sent, troubles]: [Order[], unknown[]] = [[], []];
  const runner = partOf<CommandRunner>({
    streamOf: () => 'stream-1',
    run: async (order: Order) => {
      sent.push(order);
      if (order.command.type === 'Resolve') return { kind: 'refused', refused: { code: 'already_resolved' } };
      return { kind: 'nothing', stream: 'stream-1', says: {}, token: '' } as const;
    },
  });
  const nothing = (): void => undefined;
  const sender = new Sender({
    runner,
    epoch: 1,
    monotonic: systemMonotonicClock,
    onTrouble: (error) => void troubles.push(error),
    handledUpTo: () => 0,
    onRecorded: nothing,
    onMoved: nothing,
  });
  return { sender, sent, troubles };
};
const planned = (type: string, more: Partial<PlannedCommand> = {}): PlannedCommand => ({
  command: { type, data: {} },
  commandId: `command of ${type}`,
  causationId: null,
  correlationId: 'act',
  ...more,
});

describe('a refused command', () => {
  it('is an error, because Tocsin itself planned it', async () => {
    const { sender, troubles } = createSender();
    await sender.sendAll([planned('Resolve')]);
    expect(troubles).toMatchObject([{ message: 'Resolve was refused: already_resolved' }]);
  });

  it('is a result where its process records that, and the record is sent in its place', async () => {
    const { sender, sent, troubles } = createSender();
    await sender.sendAll([planned('Resolve', { ifRefused: planned('LeaveOut') }), planned('Other', { ifRefused: planned('LeaveOut') })]);
    expect([sent.map(({ command: { type } }) => type), troubles]).toEqual([['Resolve', 'LeaveOut', 'Other'], []]);
  });

  it('holds the next command back that follows only if this one is not refused', async () => {
    const { sender, sent } = createSender();
    await sender.sendAll([planned('Resolve', { ifRefused: planned('Stop'), next: planned('Never') })]);
    await sender.sendAll([planned('Other', { next: planned('Then') })]);
    expect(sent.map(({ command: { type } }) => type)).toEqual(['Resolve', 'Stop', 'Other', 'Then']);
  });
});
