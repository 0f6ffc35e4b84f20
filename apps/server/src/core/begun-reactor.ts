import { systemActor } from '@tocsin/kernel/react/process.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { Reactor } from '@tocsin/platform/reactor/reactor.js';
import type { ReactorParts, StartingPoint } from '@tocsin/platform/reactor/reactor-parts.js';
import type { SideStore } from '@tocsin/platform/side/side-store.js';
import { factsOfCommand } from './facts-of-command.js';
import { placesOf, providerOf } from './provider-of.js';
import type { Troubles } from './trouble.js';

/** Where releases before 0.2.0 kept how far the reactor had come. It is read once: from then on the log says it. */
const checkpointName = 'reactor';

export interface BeginningParts extends Pick<
  ReactorParts,
  'callsAtOnce' | 'clock' | 'decode' | 'domain' | 'effects' | 'feed' | 'log' | 'monotonic' | 'runner'
> {
  /** No other kind of log is reacted to: nobody is paged by a demo or an import. */
  readonly logKind: 'live';
  readonly side: Pick<SideStore, 'checkpoints'>;
  readonly troubles: Pick<Troubles, 'note'>;
  /** Of the command by which it begins. */
  readonly commandId: string;
  /** Since when nobody was there, or null. */
  readonly awayFrom: string | null;
}

/** Takes the next epoch, by which attempts of an earlier holder are fenced. The reactor is still to be started. Rejects when it can’t be written. */
export const beginReactor = async (parts: BeginningParts): Promise<{ readonly reactor: Reactor; readonly epoch: number }> => {
  const { log, decode, feed, runner, side, troubles, commandId, awayFrom } = parts;
  const before = startingPoint(side.checkpoints.get(checkpointName), (await log.head()).ordinal);
  const command = { type: 'StartReactor', data: { awayFrom, recordsOutcomes: true } };
  const handledUpTo = feed.memory.handledUpTo || before.after;
  const settled = await runner.run({
    command,
    commandId,
    actor: systemActor,
    correlationId: commandId,
    causationId: null,
    handledUpTo,
  });
  const epoch = await epochOf(settled, commandId, log, decode);
  await feed.reached((settled as { token: string }).token);
  const reactor = new Reactor({
    ...parts,
    epoch,
    before,
    onTrouble: (error) => troubles.note('reactor', error),
    ...(parts.callsAtOnce === undefined ? { placesOf } : {}),
    providerOf: (message) => providerOf(feed.memory, message),
  });
  return { reactor, epoch };
};

/**
 * Where the log says nothing yet of how far it was handled: as the side store of an earlier release has it. Where that was lost, or is of another
 * log, it is not known what has been reacted to: everything is decided again, which decides nothing twice, and nothing of it is called for again.
 */
const startingPoint = (snapshotAt: number, head: number): StartingPoint =>
  snapshotAt > 0 && snapshotAt <= head ? { after: snapshotAt, callsAfter: snapshotAt } : { after: 0, callsAfter: head };

/** `known`: it was appended, and the answer to that was lost on the way. */
const epochOf = async (settled: CommandResult, commandId: string, log: EventLog, decode: Decode): Promise<number> => {
  const facts =
    settled.kind === 'done'
      ? settled.facts
      : settled.kind === 'known'
        ? await factsOfCommand({ log, decode }, settled.stream, commandId)
        : [];
  if (facts.length === 0) throw new Error('the reactor could not start');
  return (facts[0]!.data as { epoch: number }).epoch;
};
