/** The output: a terminal, or a file that keeps every line. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const width = 30;

/** Shows progress: one line that is redrawn in a terminal, otherwise a line for every tenth. */
export class ProgressBar {
  private displayed = '';
  private tenths = -1;

  constructor(
    private readonly terminal: Terminal,
    private readonly label: string,
  ) {}

  show(done: number, target: number): void {
    const share = target <= 0 ? 0 : Math.min(done / target, 1);
    const tenths = Math.floor(share * 10);
    const line = `${this.label} ${renderBar(share)} ${String(Math.floor(share * 100)).padStart(3)} %  ${done} of ${target}`;
    if (this.terminal.isTTY) this.draw(line);
    else if (tenths > this.tenths) this.terminal.write(`${line}\n`);
    this.tenths = Math.max(this.tenths, tenths);
  }

  /** Leaves the last line in place. */
  end(): void {
    if (this.terminal.isTTY && this.displayed) this.terminal.write('\n');
  }

  private draw(line: string): void {
    if (line === this.displayed) return;
    // Blanks out the rest of a longer previous line.
    this.terminal.write(`\r${line.padEnd(this.displayed.length)}`);
    this.displayed = line;
  }
}

const renderBar = (share: number): string => {
  const full = Math.round(share * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`;
};
