/** Limits of what is computed for people: milliseconds of work a minute, waiting jobs of one person, and of all. */
export interface WorkLimits {
  readonly perMinute: number;
  readonly ofPerson: number;
  readonly waiting: number;
}

export interface PersonsJob {
  readonly person: string;
}

/** The recent work of a person: it runs off by the budget. */
interface RecentWork {
  readonly ms: number;
  readonly at: number;
}

/** Why a job is not taken: the person’s budget is used up for so many seconds, or too many wait. */
export type NotTaken = { readonly kind: 'budget'; readonly seconds: number } | { readonly kind: 'queue' };

const minute = 60_000;

/**
 * Jobs of people, one of each at a time. The next is of whoever had the least computed recently, so that nobody waits because of what
 * another asks. Times in milliseconds, of a monotonic clock.
 */
export class WorkQueue<Job extends PersonsJob> {
  private waiting: Job[] = [];
  private readonly running = new Set<string>();
  private readonly work = new Map<string, RecentWork>();

  constructor(private readonly limits: WorkLimits) {}

  /** Why a job of this person would not be taken now, if the reason is the person’s own work. */
  overBudget(person: string, now: number): NotTaken | null {
    const over = this.recentOf(person, now) - this.limits.perMinute;
    return over < 0 ? null : { kind: 'budget', seconds: Math.floor((over * minute) / this.limits.perMinute / 1_000) + 1 };
  }

  /** Null: the job waits for its turn. */
  add(job: Job, now: number): NotTaken | null {
    const over = this.overBudget(job.person, now);
    if (over) return over;
    const own = this.waiting.filter(({ person }) => person === job.person).length;
    if (own >= this.limits.ofPerson || this.waiting.length >= this.limits.waiting) return { kind: 'queue' };
    this.waiting.push(job);
    return null;
  }

  /** The job to run next, if there is one. It runs until `finish`. */
  take(now: number): Job | undefined {
    let next: Job | undefined;
    for (const job of this.waiting) {
      if (this.running.has(job.person)) continue;
      if (!next || this.recentOf(job.person, now) < this.recentOf(next.person, now)) next = job;
    }
    if (!next) return undefined;
    this.waiting = this.waiting.filter((job) => job !== next);
    this.running.add(next.person);
    return next;
  }

  /** `ms`: how much work it was. */
  finish({ person }: PersonsJob, ms: number, now: number): void {
    this.running.delete(person);
    this.count(person, ms, now);
  }

  /** Work that was done outside this queue. */
  count(person: string, ms: number, now: number): void {
    this.work.set(person, { ms: this.recentOf(person, now) + ms, at: now });
    for (const other of this.work.keys()) if (this.recentOf(other, now) === 0) this.work.delete(other);
  }

  /** The jobs that wait, which will not be run. */
  clear(): readonly Job[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting;
  }

  private recentOf(person: string, now: number): number {
    const { ms, at } = this.work.get(person) ?? { ms: 0, at: now };
    return Math.max(0, ms - ((now - at) * this.limits.perMinute) / minute);
  }
}
