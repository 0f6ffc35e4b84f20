import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { History, type Batch } from './history.js';
import { lateTimers } from './lateness.js';
import { originOf, type Origin } from './origin.js';
import { RecordedAnswers, type Answers } from './recorded-answers.js';
import type { Refused } from '../decide/refused.js';
import type { Domain } from '../registry.js';
import { World } from './world.js';
import { canonical, type Written } from './written.js';

export interface WhatIf {
  /** The rules that decide instead; those that made the history when absent. */
  readonly rules?: Domain;
  /** Another input in the place of a recorded one; null: it never came. */
  readonly change?: (command: Message, at: string) => Message | null;
  readonly answers?: Answers;
  /** What of an event is compared, undefined for nothing; type and data when absent. */
  readonly outline?: (event: Recorded) => unknown;
  /** Timers that were later than so many milliseconds decided otherwise than they would have; 1,000 when absent. */
  readonly tolerance?: number;
  readonly written?: Written;
}

/** Where a stream would have gone another way: the first event that differs, absent where one of the two has ended. */
export interface Divergence {
  readonly stream: string;
  readonly was: Recorded | undefined;
  readonly would: Recorded | undefined;
  /** `late`: a timer of this stream rang late, or nobody was there. */
  readonly because: 'late' | 'change';
}

interface Refusal {
  readonly at: string;
  readonly actor: Actor;
  readonly command: Message;
  readonly refused: Refused;
}

export interface Imagined {
  readonly world: World;
  readonly divergences: readonly Divergence[];
  /** Acts that were possible then, and would not have been. */
  readonly refused: readonly Refusal[];
}

/**
 * What would have happened: recorded inputs at their recorded times, everything else decided anew, at the instant at which it is
 * due. With nothing changed it is the history, but for what lateness or downtime had decided.
 */
export const whatIf = (domain: Domain, events: Iterable<Recorded>, options: WhatIf = {}): Imagined => {
  const history = new History(domain, events);
  const origins = new Map(history.batches.map((batch) => [batch, originOf(domain, history, batch)]));
  const answers = options.answers && new RecordedAnswers(domain, history, origins, options.answers);
  const world = worldOf(history, options.rules ?? domain, answers, options);
  const refused: Refusal[] = [];
  let hasRung = false;
  for (const [batch, origin] of origins) {
    const { at } = batch.meta;
    const isAnswer = answers?.batches.has(batch) ?? false;
    if (!isInput(origin) || isAnswer) {
      hasRung ||= at === world.now && (isAnswer || origin?.kind === 'timer');
      continue;
    }
    // What was due at the instant of an act came before it, unless history says that it did not.
    if (at > world.now || hasRung) world.advanceTo(at);
    hasRung = false;
    if (origin) refused.push(...actedAgain(world, batch, changed(origin.command, at, options)));
    else world.replay(batch.events);
  }
  world.advanceTo(history.events.reduce((latest, { meta }) => (meta.at > latest ? meta.at : latest), world.now));
  return { world, divergences: divergencesOf(domain, history.events, world.events, options), refused };
};

/** A world that begins when the history began, and has nothing of it yet. */
function worldOf(history: History, rules: Domain, answers: RecordedAnswers | undefined, { written }: WhatIf): World {
  const [first] = history.events;
  if (!first) throw new Error('there is no history');
  return new World(rules, {
    start: first.meta.at,
    epoch: history.events.find(({ meta }) => meta.epoch !== undefined)?.meta.epoch ?? 1,
    answer: (event, now) => answers?.to(event, now.state(event.stream)),
    ...(written ? { written } : {}),
  });
}

/** Somebody does again what they did; null: what they would not have done. Answers what they can't any more. */
function actedAgain(world: World, { meta: { at, actor, correlationId }, commandId }: Batch, command: Message | null): Refusal[] {
  const outcome = command && world.run(command, { actor, commandId, correlationId });
  return outcome?.kind === 'refused' ? [{ at, actor, command: command!, refused: outcome.refused }] : [];
}

const isInput = (origin: Origin | undefined): boolean => origin === undefined || origin.kind === 'input';

const changed = (command: Message, at: string, { change }: WhatIf): Message | null => (change ? change(command, at) : command);

const whole = ({ type, data }: Recorded): unknown => ({ type, data });

const divergencesOf = (domain: Domain, was: readonly Recorded[], would: readonly Recorded[], options: WhatIf): readonly Divergence[] => {
  const { outline = whole, tolerance = 1_000 } = options;
  const late = new Set(lateTimers(domain, was, tolerance).map(({ stream }) => stream));
  const told = byStream(was, outline);
  const imagined = byStream(would, outline);
  return [...new Set([...told.keys(), ...imagined.keys()])].flatMap((stream) => {
    const before = told.get(stream) ?? [];
    const after = imagined.get(stream) ?? [];
    const index = Array.from({ length: Math.max(before.length, after.length) }, (_, n) => n).find(
      (n) => before[n]?.says !== after[n]?.says,
    );
    if (index === undefined) return [];
    return [
      {
        stream,
        was: before[index]?.event,
        would: after[index]?.event,
        because: late.has(stream) ? ('late' as const) : ('change' as const),
      },
    ];
  });
};

const byStream = (events: readonly Recorded[], outline: (event: Recorded) => unknown) => {
  const streams = new Map<string, { readonly event: Recorded; readonly says: string }[]>();
  for (const event of events) {
    const says = outline(event);
    if (says === undefined) continue;
    const told = streams.get(event.stream) ?? [];
    told.push({ event, says: canonical(says) });
    streams.set(event.stream, told);
  }
  return streams;
};
