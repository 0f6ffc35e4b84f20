import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../../decide/decider.js';
import type { Refusal } from '../../decide/refusal.js';
import { EarlyWork } from '../../react/early-work.js';
import { recordFailure } from '../../react/give-up.js';
import type { PagePorts } from '../../react/page-ports.js';
import { handlePage, fireTimer, type TimerPorts } from '../../react/page-step.js';
import { outcomeIdOf, restOf, systemActor, type PlannedCommand } from '../../react/process.js';
import { Timers, type DueTimer } from '../../react/timers.js';
import type { Domain } from '../../registry.js';
import { runSync } from '../../step.js';
import { PendingAnswers, type ExternalAnswer } from '../pending-answers.js';
import type { WorldClock } from './clock.js';
import type { WorldLog } from './log.js';
import type { OrderOptions, WorldOutcome } from './outcome.js';

export interface WorldReactorParts {
  readonly domain: Domain;
  readonly clock: WorldClock;
  readonly log: WorldLog;
  readonly decided: (command: Message, options: OrderOptions) => WorldOutcome;
  readonly answer: (event: Recorded) => ExternalAnswer | undefined;
  /** Abandons and records work of a rule that throws, as a server does; otherwise the error is rethrown. */
  readonly survivesFaults: boolean;
}

/** Reactions, due timers and answers of providers, by the steps of the live reactor. */
export class WorldReactor {
  readonly refusals: { readonly command: Message; readonly refused: Refusal }[] = [];
  private timers = new Timers();
  private awaited = new PendingAnswers();
  private handled = 0;
  /** While events of another log are taken over, nothing follows from them: `resume` plans their timers once. */
  private isTakingOver = false;

  constructor(
    private readonly parts: WorldReactorParts,
    public epoch: number,
  ) {
    const { domain, log } = parts;
    log.memory.onChange((view, id, row) => {
      if (!this.isTakingOver) this.timers.plan(domain, view, id, row, this.epoch);
    });
  }

  takeOver({ epoch = 0, handledUpTo = 0 }: Pick<Meta, 'epoch' | 'handledUpTo'>): void {
    this.isTakingOver = true;
    this.epoch = Math.max(this.epoch, epoch);
    this.handled = Math.max(this.handled, handledUpTo);
  }

  get progress(): { readonly epoch: number; readonly handledUpTo: number } {
    return { epoch: this.epoch, handledUpTo: this.handled };
  }

  resume(): void {
    this.isTakingOver = false;
    this.timers = new Timers();
    this.timers.planAll(this.parts.domain, this.parts.log.memory, this.epoch);
  }

  /** The next reactor leads: pending answers are lost. */
  restart(): void {
    this.awaited = new PendingAnswers();
    this.epoch += 1;
    this.resume();
  }

  nextDue(): string | undefined {
    return this.timers.next();
  }

  next(): string | undefined {
    return this.isAnswerNext() ? this.awaited.next : this.timers.next();
  }

  handleNext(): void {
    if (this.isAnswerNext()) this.hear();
    else this.ring();
  }

  /** Page by page, as the live reactor does, until nothing is left. */
  settle(): void {
    const { domain, log } = this.parts;
    while (this.handled < log.head) {
      const from = this.handled;
      const page = log.after(from);
      runSync(handlePage(domain, page, from, this.pagePorts));
      this.handled = page.at(-1)!.ordinal;
    }
    log.forget();
  }

  private isAnswerNext(): boolean {
    const answerAt = this.awaited.next;
    const timerAt = this.timers.next();
    return answerAt !== undefined && (timerAt === undefined || answerAt <= timerAt);
  }

  private send({ command, actor, rest: _rest, next: _next, ifRefused, ...planned }: PlannedCommand): WorldOutcome {
    const { epoch, handled: handledUpTo } = this;
    const outcome = this.parts.decided(command, { ...planned, actor: actor ?? systemActor, epoch, handledUpTo });
    if (outcome.kind === 'refused' && !ifRefused) this.refusals.push({ command, refused: outcome.refused });
    return outcome;
  }

  private sendParts(planned: PlannedCommand): void {
    for (let part: PlannedCommand | undefined = planned; part;) part = restOf(part, this.send(part));
  }

  private readonly pagePorts: PagePorts = {
    send: (planned) => {
      const faults: unknown[] = [];
      for (const [n, one] of planned.entries())
        this.survives(
          () => this.sendParts(one),
          (fault) => (faults[n] = fault),
        );
      return faults;
    },
    isWaitedOut: () => !this.parts.survivesFaults,
    reasonOf: String,
    beginWork: () => {},
    pause: () => {},
    events: (ordinals) => ordinals.flatMap((ordinal) => this.parts.log.at(ordinal) ?? []),
    callOut: (event) => this.callOut(event),
    // ports answer at once, so nothing arrives in between
    readNewerEvents: () => [],
    ahead: new EarlyWork(),
    memory: () => this.parts.log.memory,
    fireAgain: (stream, timer) => this.timers.reviveByName(stream, timer),
  };

  private readonly timerPorts: TimerPorts<WorldOutcome> = {
    decide: (planned) => this.send(planned),
    folded: () => {},
    spend: (due) => this.timers.spend(due),
  };

  private callOut(event: Recorded): void {
    const answer = this.parts.answer(event);
    if (answer) this.awaited.add(event, answer, this.parts.clock.now);
  }

  private hear(): void {
    const { command, actor, event } = this.awaited.take();
    const { correlationId } = event.meta;
    this.send({ command, ...(actor ? { actor } : {}), commandId: outcomeIdOf(event), causationId: event.id, correlationId });
    this.settle();
  }

  private ring(): void {
    const { clock } = this.parts;
    for (let due = this.timers.takePortion(clock.now); due.length > 0; due = this.timers.takePortion(clock.now)) {
      for (const one of due) {
        this.survives(
          () => runSync(fireTimer(one, this.timerPorts)),
          (fault) => this.giveUp(one, fault),
        );
        this.settle();
      }
    }
  }

  private survives(work: () => void, failed: (fault: unknown) => void): void {
    if (!this.parts.survivesFaults) return work();
    try {
      work();
    } catch (fault) {
      failed(fault);
    }
  }

  private giveUp(due: DueTimer, fault: unknown): void {
    const { stream, timer, planned } = due;
    const { correlationId, causationId } = planned;
    const named = { kind: 'timer', what: timer.name, stream, ordinal: null, at: timer.dueAt } as const;
    runSync(recordFailure(this.parts.domain, { ...named, planned, fault, causes: { correlationId, causationId } }, this.pagePorts));
    this.timers.spend(due);
  }
}
