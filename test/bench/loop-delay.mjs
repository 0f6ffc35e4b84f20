import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Preloaded into a process: measures the event loop delay of its main thread. Each SIGUSR2 writes it to LOOP_DELAY_FILE, and resets
// it.
const resolution = 5;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on('SIGUSR2', () => {
    const { min, max } = delay;
    const [p50, p99] = [50, 99].map((share) => delay.percentile(share));
    // subtracts the monitor’s own interval, which its values include
    const millis = Object.fromEntries(
      Object.entries({ min, p50, p99, max }).map(([name, nanos]) => [name, Math.max(nanos / 1e6 - resolution, 0)]),
    );
    writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify(millis));
    delay.reset();
  });
  if (process.argv[2] === 'idle') {
    setInterval(() => {}, 60_000);
    console.log('idle');
  }
}
