import { systemActor } from '@tocsin/kernel/react/process.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { Reactor } from '@tocsin/platform/reactor/reactor.js';
import type { ReactorParts } from '@tocsin/platform/reactor/reactor-parts.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { readFactsOfCommand } from './facts-of-command.js';
import { pauseOf, placesOf, providersOf } from './providers-of.js';
import type { BackgroundErrors } from './background-errors.js';
import { effectsOfReach, type Reach } from './simulated-effects.js';

interface RunningParts extends Pick<ReactorParts, 'callsAtOnce' | 'clock' | 'decode' | 'domain' | 'feed' | 'log' | 'monotonic' | 'runner'> {
  readonly troubles: Pick<BackgroundErrors, 'note'>;
  readonly commandId: string;
  /** The last sign of life of this server’s folder, or null. */
  readonly awayFrom: string | null;
}

export type ReactorDependencies = RunningParts & Reach;

/**
 * Takes the next epoch, which fences attempts of an earlier reactor. The caller has to start the reactor. Rejects when it can’t be
 * written.
 */
export const beginReactor = async (dependencies: ReactorDependencies): Promise<{ readonly reactor: Reactor; readonly epoch: number }> => {
  const { log, decode, feed, runner, troubles, commandId, awayFrom } = dependencies;
  // the sign of life is of one folder: its server may have followed another one since
  const command = { type: 'StartReactor', data: { awayFrom: awayFrom && laterOf(awayFrom, feed.memory.logTime), tracksNotices: true } };
  const result = await runner.run({
    command,
    commandId,
    actor: systemActor,
    correlationId: commandId,
    causationId: null,
    handledUpTo: feed.memory.handledUpTo,
  });
  const epoch = await epochOf(result, commandId, log, decode);
  await feed.waitForToken((result as { token: string }).token);
  const reactor = new Reactor({
    ...dependencies,
    effects: effectsOfReach(dependencies, domainReads(feed.memory)),
    epoch,
    onTrouble: (error) => troubles.note('reactor', error),
    ...(dependencies.callsAtOnce === undefined ? { placesOf: (provider: string) => placesOf(feed.memory, provider) } : {}),
    pauseOf: (provider) => pauseOf(feed.memory, provider),
    providersOf: (message) => providersOf(feed.memory, message),
  });
  return { reactor, epoch };
};

/** `known`: the command was appended before, and its answer was lost. */
const epochOf = async (result: CommandResult, commandId: string, log: EventLog, decode: Decode): Promise<number> => {
  const facts =
    result.kind === 'done'
      ? result.facts
      : result.kind === 'known'
        ? await readFactsOfCommand({ log, decode }, result.stream, commandId)
        : [];
  if (facts.length === 0) throw new Error('the reactor could not start');
  return (facts[0]!.data as { epoch: number }).epoch;
};
