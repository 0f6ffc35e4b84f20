import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Chance } from '@tocsin/kernel/chance.js';
import { noFaults } from './faults.js';
import { Ports, SimulatedProcess } from './ports.js';
import { Scheduler } from './scheduler.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Waits for a call of its port, at which it dies. */
const createDyingProcess = (scheduler: Scheduler): WeakRef<SimulatedProcess> => {
  const process = new SimulatedProcess('n1', () => {});
  const faults = { ...noFaults, kill: 1 };
  const ports = new Ports(
    scheduler,
    process,
    () => faults,
    () => {},
  );
  const callPort = async (): Promise<void> => {
    await ports.call(() => Promise.resolve());
    process.die();
  };
  void callPort();
  return new WeakRef(process);
};

describe('a process that died in a call', () => {
  it('is not kept: two thousand lives fit into the memory of one run', async () => {
    const scheduler = new Scheduler(new Chance(1), 0);
    const deadProcess = createDyingProcess(scheduler);
    await scheduler.run(1_000);
    expect(deadProcess.deref()?.isDead).toBe(true);
    await new Promise((resolve) => void setImmediate(resolve));
    collectGarbage();
    expect(deadProcess.deref()).toBeUndefined();
  });
});
