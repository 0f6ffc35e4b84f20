import { parentPort, type MessagePort } from 'node:worker_threads';
import type { CoverageGap } from '@tocsin/contracts/drills.js';
import { coverageOf } from '@tocsin/domain/drills/coverage.js';
import { eventReads } from '@tocsin/domain/event-subscriptions/reads.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { CoverageAsked, CoverageSays } from './coverage-words.js';

/** Milliseconds between two progress messages. */
const speaksEvery = 200;

/** Checks every service with the rows that it was given: it has no log, no vault and no network access. */
const work = (port: MessagePort): void => {
  const memory = new MemoryRows(domain.memory);
  const say = (message: CoverageSays): void => port.postMessage(message);
  const look = (from: string, to: string): void => {
    let [done, spoke] = [0, performance.now()];
    let found: CoverageGap[] = [];
    const speak = (): void => {
      say({ says: 'looked', done, gaps: found });
      found = [];
      spoke = performance.now();
    };
    for (const gaps of coverageOf(domain, eventReads(memory), from, to)) {
      done += 1;
      found.push(...gaps);
      if (performance.now() - spoke > speaksEvery) speak();
    }
    speak();
    say({ says: 'done' });
    port.close();
  };
  port.on('message', (asked: CoverageAsked) => {
    if (asked.ask === 'rows') memory.restore(asked.view, 0, asked.rows);
    else look(asked.from, asked.to);
  });
};

if (parentPort) work(parentPort);
