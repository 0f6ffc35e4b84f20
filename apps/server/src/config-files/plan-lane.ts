import { HttpProblem } from '../problems/problem.js';

interface Waiting {
  readonly person: string;
  readonly begin: () => void;
}

const retrySoon = 5;

/** Jobs that wait, of all persons. */
export const mostWaiting = 20;

/** One job after the other; of each person one waits at most. */
export class PlanLane {
  private readonly waiting: Waiting[] = [];
  private isBusy = false;

  /** Throws HttpProblem limit.computations before the job is begun. */
  async run<T>(person: string, job: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= mostWaiting || this.waiting.some((other) => other.person === person))
      throw new HttpProblem('limit.computations', {}, undefined, retrySoon);
    if (this.isBusy) await new Promise<void>((begin) => void this.waiting.push({ person, begin }));
    this.isBusy = true;
    try {
      return await job();
    } finally {
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.isBusy = false;
    }
  }
}
