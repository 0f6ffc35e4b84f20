import type { Terminal } from './outside.js';

interface Shown {
  readonly done: number;
  readonly of: number | undefined;
  /** Questions that are known to come. */
  readonly left: number;
}

/** How often it is shown, in milliseconds: in a terminal one line that is redrawn, else a line. */
const often = { terminal: 200, file: 30_000 };

/** What is being read, how far, and how long it will take at the speed of this run. */
export class ProgressLine {
  private last = Number.NEGATIVE_INFINITY;
  private displayed = '';
  private readonly begun: number;
  private answered = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly elapsed: () => number,
  ) {
    this.begun = elapsed();
  }

  show(kind: string, { done, of, left }: Shown): void {
    this.answered += 1;
    const now = this.elapsed();
    if (now - this.last < (this.terminal.isTTY ? often.terminal : often.file)) return;
    this.last = now;
    const minutes = Math.ceil((((now - this.begun) / this.answered) * left) / 60_000);
    const text = `${kind}: ${done}${of === undefined || of < done ? '' : ` of ${of}`}, ${minutes <= 1 ? 'less than a minute' : `about ${minutes} min`} left of what is known`;
    this.terminal.write(this.terminal.isTTY ? `\r${text.padEnd(this.displayed.length)}` : `${text}\n`);
    this.displayed = text;
  }

  end(): void {
    if (this.terminal.isTTY && this.displayed !== '') this.terminal.write('\n');
  }
}
