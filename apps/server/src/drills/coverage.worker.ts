import { parentPort, type MessagePort } from 'node:worker_threads';
import type { CoverageGap } from '@tocsin/contracts/drills.js';
import { coverageOf } from '@tocsin/domain/drills/coverage.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { CoverageTask, CoverageReply } from './coverage-messages.js';

/** Milliseconds between two progress messages. */
const replyInterval = 200;

/** Checks every service with the rows that it was given: it has no log, no vault and no network access. */
const runThread = (port: MessagePort): void => {
  const memory = new MemoryRows(domain.memory);
  const post = (message: CoverageReply): void => port.postMessage(message);
  const look = (from: string, to: string): void => {
    let [done, spoke] = [0, performance.now()];
    let gapsFound: CoverageGap[] = [];
    const postReply = (): void => {
      post({ kind: 'looked', done, gaps: gapsFound });
      gapsFound = [];
      spoke = performance.now();
    };
    for (const gaps of coverageOf(domain, domainReads(memory), from, to)) {
      done += 1;
      gapsFound.push(...gaps);
      if (performance.now() - spoke > replyInterval) postReply();
    }
    postReply();
    post({ kind: 'done' });
    port.close();
  };
  port.on('message', (task: CoverageTask) => {
    if (task.ask === 'rows') memory.restore(task.view, 0, task.rows);
    else look(task.from, task.to);
  });
};

if (parentPort) runThread(parentPort);
