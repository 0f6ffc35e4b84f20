import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { FactKind, ReportFact } from './fact.js';

/** An interruption of a person: messages by loud channels within a minute count once. */
export interface Interruption {
  readonly personId: string;
  readonly groupId: string;
  /** Milliseconds. */
  readonly at: number;
  readonly ordinal: number;
  readonly channel: string;
}

const isLoud = (channel: string): boolean => contactTraits[channel as ContactKind]?.loudness !== 'quiet';

/** Folds attempts in log order; returns the interruption that a fact causes, if any. */
export class Interruptions {
  private readonly persons = new Map<string, string>();
  private readonly channels = new Map<string, string>();
  private readonly last = new Map<string, number>();
  private readonly tests = new Set<string>();

  take(fact: ReportFact): Interruption | null {
    const [groupId = '', pageId = '', about = '', more = ''] = fact.words;
    if (this.tests.has(groupId)) return null;
    const { kind } = fact;
    if (kind === 'tested') this.tests.add(groupId);
    else if (kind === 'paged') this.persons.set(pageId, about);
    else if (kind === 'attempt_planned') this.plan(pageId, about, more);
    else if (kind === 'attempt_started') this.start(about, more);
    else if (kind === 'notified') return this.count(fact, groupId, pageId, about);
    else if (ends.has(kind)) this.channels.delete(about);
    return null;
  }

  /** Quiet messages have no person here, so they are not stored. */
  private plan(pageId: string, slot: string, channel: string): void {
    if (this.persons.has(pageId)) this.channels.set(slot, channel);
  }

  private start(slot: string, attemptId: string): void {
    const channel = this.channels.get(slot);
    this.channels.delete(slot);
    if (channel !== undefined) this.channels.set(attemptId, channel);
  }

  private count({ at, ordinal }: ReportFact, groupId: string, pageId: string, attemptId: string): Interruption | null {
    const channel = this.channels.get(attemptId);
    const personId = this.persons.get(pageId);
    this.channels.delete(attemptId);
    if (channel === undefined || personId === undefined || !isLoud(channel)) return null;
    const last = this.last.get(personId);
    if (last !== undefined && at - last < alertGroupLimits.interruption) return null;
    this.last.set(personId, at);
    return { personId, groupId, at, ordinal, channel };
  }
}

/** Facts that end an attempt, or a planned one. */
const ends: ReadonlySet<FactKind> = new Set(['failed', 'stale', 'cancelled']);
